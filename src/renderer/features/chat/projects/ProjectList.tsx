import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { Button } from '../../../components/Button.tsx';
import type { Project } from './project.ts';
import { ProjectDialog } from './ProjectDialog.tsx';
import { newProjectState, projectPath } from './project-paths.ts';
import { ProjectMark } from './ProjectMark.tsx';
import { ProjectMenu } from './ProjectMenu.tsx';
import styles from './ProjectsPage.module.css';
import { projectTexts as texts } from './texts.ts';

/** Lists all projects, the archived ones last. */
export function ProjectList({ projects }: { readonly projects: readonly Project[] }) {
  const navigate = useNavigate();
  const [isCreating, setCreating] = useState(false);
  const active = projects.filter(({ archivedAt }) => archivedAt === null);
  const archived = projects.filter(({ archivedAt }) => archivedAt !== null);
  return (
    <div className={styles.all}>
      <p className={styles.about}>{projects.length === 0 ? `${texts.none}. ${texts.about}` : texts.about}</p>
      <Button size="small" onClick={() => setCreating(true)}>
        {texts.create}
      </Button>
      <Rows projects={active} />
      {archived.length > 0 && (
        <>
          <h2 className={styles.heading}>{texts.archived}</h2>
          <Rows projects={archived} />
        </>
      )}
      {isCreating && (
        <ProjectDialog
          project={null}
          onClose={() => setCreating(false)}
          onCreated={(id) => void navigate(projectPath(id), { state: newProjectState })}
        />
      )}
    </div>
  );
}

const Rows = ({ projects }: { readonly projects: readonly Project[] }) => (
  <ul className={styles.rows}>
    {projects.map((project) => (
      <li key={project.id} className={styles.row}>
        <Link className={styles.link} to={projectPath(project.id)}>
          <ProjectMark color={project.color} size={20} />
          <span className={styles.name} dir="auto">
            {project.name}
          </span>
        </Link>
        <ProjectMenu project={project} className={styles.menu} />
      </li>
    ))}
  </ul>
);
