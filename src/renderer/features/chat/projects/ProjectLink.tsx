import { Link } from 'react-router-dom';
import styles from './ProjectLink.module.css';
import { projectPath } from './project-paths.ts';
import { ProjectMark } from './ProjectMark.tsx';
import { projectTexts as texts } from './texts.ts';
import { useChatProject } from '../use-chat-project.ts';
import { useProjectDefaults } from './use-project-defaults.ts';
import { useProject } from './use-projects.ts';

interface ProjectLinkProps {
  /** Null until the chat is stored. */
  readonly storedId: string | null;
}

/** Shows the project of the open chat in the header. */
export function ProjectLink({ storedId }: ProjectLinkProps) {
  const projectId = useChatProject(storedId);
  return projectId ? (
    <NamedProject key={projectId} projectId={projectId} isNewChat={storedId === null} />
  ) : null;
}

interface NamedProjectProps {
  readonly projectId: string;
  readonly isNewChat: boolean;
}

function NamedProject({ projectId, isNewChat }: NamedProjectProps) {
  const project = useProject(projectId);
  useProjectDefaults(isNewChat ? project : null);
  if (project === undefined) return null;
  if (project === null)
    return (
      <span className={styles.gone} title={texts.goneChat}>
        {texts.goneMark}
      </span>
    );
  return (
    <Link className={styles.link} to={projectPath(projectId)} title={project.name}>
      <ProjectMark color={project.color} size={16} />
      <span className={styles.name} dir="auto">
        {project.name}
      </span>
    </Link>
  );
}
