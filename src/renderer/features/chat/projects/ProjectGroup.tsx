import { useQueryClient } from '@tanstack/react-query';
import { IconChevronRight, IconFolderPlus } from '@tabler/icons-react';
import { type DragEvent, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { createDeviceChoice, useDeviceChoice } from '../../../lib/device-choice.ts';
import { useChatEngine } from '../chat-context.ts';
import { moveChat } from './move-chat.ts';
import { chatDragType } from './drag-type.ts';
import type { Project } from './project.ts';
import styles from './ProjectGroup.module.css';
import { allProjects, projectPath } from './project-paths.ts';
import { ProjectMark } from './ProjectMark.tsx';
import { ProjectMenu } from './ProjectMenu.tsx';
import { projectTexts as texts } from './texts.ts';
import { useProjectId } from './use-project-id.ts';
import { useProjects } from './use-projects.ts';

/** How many projects the sidebar shows. The page of all projects shows the others. */
const maxShown = 6;

const groupState = createDeviceChoice('clover-project-group', ['open', 'closed'], 'open');

interface ProjectGroupProps {
  /** The id of the open chat's project. */
  readonly openId: string | null;
  readonly onCreate: () => void;
  readonly onLeave: () => void;
}

/** Shows the projects in the sidebar. Without projects, it is only a button that creates one. */
export function ProjectGroup({ openId, onCreate, onLeave }: ProjectGroupProps) {
  const { projects, isLoaded } = useProjects();
  const isOpen = useDeviceChoice(groupState) === 'open';
  const listId = useId();
  if (!isLoaded) return null;
  if (projects.length === 0)
    return (
      <button type="button" className={styles.entry} onClick={onCreate}>
        <IconFolderPlus size={20} stroke={1.6} aria-hidden />
        <span>{texts.create}</span>
      </button>
    );
  const active = projects.filter(({ archivedAt }) => archivedAt === null);
  const shown = active.slice(0, maxShown);
  return (
    <section className={styles.group} aria-label={texts.title}>
      <div className={styles.head}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => groupState.set(isOpen ? 'closed' : 'open')}
        >
          <IconChevronRight size={14} stroke={2} aria-hidden />
          {texts.title}
        </button>
        <button
          type="button"
          className={styles.add}
          aria-label={texts.create}
          title={texts.create}
          onClick={onCreate}
        >
          <IconFolderPlus size={16} stroke={1.75} aria-hidden />
        </button>
      </div>
      <ul id={listId} className={styles.list} hidden={!isOpen}>
        {shown.map((project) => (
          <ProjectRow key={project.id} project={project} isOpen={project.id === openId} onLeave={onLeave} />
        ))}
        {projects.length > shown.length && (
          <li>
            <Link className={styles.all} to={projectPath(allProjects)} onClick={onLeave}>
              {texts.all({ count: projects.length })}
            </Link>
          </li>
        )}
      </ul>
    </section>
  );
}

interface ProjectRowProps {
  readonly project: Project;
  /** True if the open chat is in the project. */
  readonly isOpen: boolean;
  readonly onLeave: () => void;
}

/** Links to the project. Chats can be dropped on the link. */
function ProjectRow({ project, isOpen, onLeave }: ProjectRowProps) {
  const engine = useChatEngine();
  const client = useQueryClient();
  const [isTarget, setTarget] = useState(false);
  const isChat = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes(chatDragType);
  const { id, name, color } = project;
  const isCurrent = useProjectId() === id;
  const drop = {
    onDragOver: (event: DragEvent) => {
      if (!isChat(event)) return;
      event.preventDefault();
      setTarget(true);
    },
    onDragLeave: () => setTarget(false),
    onDrop: (event: DragEvent) => {
      if (!isChat(event)) return;
      event.preventDefault();
      setTarget(false);
      void moveChat(engine, client, event.dataTransfer.getData(chatDragType), id);
    },
  };
  return (
    <li
      className={styles.row}
      data-target={isTarget || undefined}
      data-active={isCurrent || isOpen || undefined}
      {...drop}
    >
      <Link
        className={styles.link}
        to={projectPath(id)}
        aria-current={isCurrent ? 'page' : isOpen || undefined}
        title={name}
        onClick={onLeave}
      >
        <ProjectMark color={color} />
        <span className={styles.name} dir="auto">
          {name}
        </span>
      </Link>
      <ProjectMenu project={project} className={styles.menu} onLeave={onLeave} />
    </li>
  );
}
