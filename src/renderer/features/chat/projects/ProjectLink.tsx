import { useEffect, useEffectEvent } from 'react';
import { Link } from 'react-router-dom';
import { isSameModel, type ModelChoice } from '../../../lib/model-choice.ts';
import { useChatEngine } from '../chat-context.ts';
import { newChatModel, readDraftModel, writeDraftModel } from '../draft-models.ts';
import styles from './ProjectLink.module.css';
import { projectPath } from './project-paths.ts';
import { ProjectMark } from './ProjectMark.tsx';
import { projectTexts as texts } from './texts.ts';
import { useChatProject } from '../use-chat-project.ts';
import { useProject } from './use-projects.ts';

interface ProjectLinkProps {
  /** Null until the chat is stored. */
  readonly storedId: string | null;
}

/** The project of the open chat, in the header. */
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
  useProjectModel(isNewChat ? (project?.model ?? null) : null);
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

/** Selects the project's model for the new chat, unless the user has selected one. */
function useProjectModel(model: ModelChoice | null): void {
  const { drafts } = useChatEngine();
  const select = useEffectEvent(() => {
    if (model && !readDraftModel(drafts, newChatModel)) writeDraftModel(drafts, newChatModel, model);
  });
  /** Otherwise, the next chat outside the project would have its model. */
  const deselect = useEffectEvent((selected: ModelChoice) => {
    if (isSameModel(readDraftModel(drafts, newChatModel), selected))
      writeDraftModel(drafts, newChatModel, null);
  });
  useEffect(() => {
    if (!model) return;
    select();
    return () => deselect(model);
  }, [model]);
}
