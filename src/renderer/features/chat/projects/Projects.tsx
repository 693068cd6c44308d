import { useQueryClient } from '@tanstack/react-query';
import { IconFolderPlus, IconFolderUp } from '@tabler/icons-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';
import { hasListChanged } from '../../../lib/app-start.ts';
import { useCommands } from '../../../lib/commands.ts';
import { followChannel } from '../../../lib/follow-channel.ts';
import { createReloader } from '../../../lib/reload.ts';
import { useSession } from '../../../lib/session.tsx';
import { useChatEngine } from '../chat-context.ts';
import { ShareRequests } from '../share/ShareRequests.tsx';
import { useChatProject } from '../use-chat-project.ts';
import { useStoredChat } from '../use-stored-chat.ts';
import { moveChat } from './move-chat.ts';
import { MoveDialog } from './MoveDialog.tsx';
import { moveRequest } from '../chat-request.ts';
import { moveTexts } from './move-texts.ts';
import { ProjectDialog } from './ProjectDialog.tsx';
import { ProjectGroup } from './ProjectGroup.tsx';
import { newProjectState, projectPath } from './project-paths.ts';
import { projectInstructionsKey } from './project-instructions.ts';
import { projectsQuery } from './queries.ts';
import { projectTexts as texts } from './texts.ts';

interface ProjectsProps {
  readonly storedId: string | null;
  /** False if the sidebar has no space for the group. Its commands and dialogs still work. */
  readonly isShown: boolean;
  /** Called when the user opens a page, so that the drawer closes. */
  readonly onLeave: () => void;
}

/** Provides the sidebar's group of projects, and the commands and dialogs for projects. */
export function Projects({ storedId, isShown, onLeave }: ProjectsProps) {
  const engine = useChatEngine();
  const { userId } = engine;
  const client = useQueryClient();
  const navigate = useNavigate();
  const movedId = useSyncExternalStore(moveRequest.subscribe, moveRequest.get);
  /** `movedId` is the chat that moves to the new project. */
  const [creation, setCreation] = useState<{ readonly movedId: string | null } | null>(null);
  const { chat } = useStoredChat(userId, storedId);
  const openId = useChatProject(storedId);
  useProjectRealtime();
  // Otherwise, the dialog would open for the next user of this page.
  useEffect(() => () => moveRequest.set(null), []);
  const create = () => setCreation({ movedId: null });
  useCommands(() => [
    {
      id: 'newProject',
      group: 'app',
      label: texts.create,
      words: 'folder group',
      Icon: IconFolderPlus,
      run: create,
    },
    ...(chat
      ? [
          {
            id: 'moveToProject',
            group: 'chat' as const,
            label: moveTexts.open,
            words: 'folder group',
            Icon: IconFolderUp,
            run: () => moveRequest.set(chat.id),
          },
        ]
      : []),
  ]);
  const onCreated = (id: string) => {
    if (creation && creation.movedId !== null) return void moveChat(engine, client, creation.movedId, id);
    onLeave();
    void navigate(projectPath(id), { state: newProjectState });
  };
  return (
    <>
      {isShown && <ProjectGroup openId={openId} onCreate={create} onLeave={onLeave} />}
      {/* Rendered here, because loading it as a separate part would delay the chat. */}
      <ShareRequests chat={chat} />
      {movedId !== null && (
        <MoveDialog
          chatId={movedId}
          onClose={() => moveRequest.set(null)}
          onCreate={() => {
            moveRequest.set(null);
            setCreation({ movedId });
          }}
        />
      )}
      {creation && <ProjectDialog project={null} onClose={() => setCreation(null)} onCreated={onCreated} />}
    </>
  );
}

/** Reloads the projects when other devices change them. */
function useProjectRealtime(): void {
  const { userId, store } = useChatEngine();
  const { refreshAccess } = useSession();
  const client = useQueryClient();
  useEffect(() => {
    const reloader = createReloader(async () => {
      const { queryKey } = projectsQuery(userId, store);
      await client.invalidateQueries({ queryKey }, { throwOnError: true });
      // The instructions may have changed too.
      await client.invalidateQueries({ queryKey: projectInstructionsKey() });
    });
    const undo = followChannel(`projects:${userId}`, {
      bind: (channel) =>
        channel.on(
          'postgres_changes',
          { event: '*', schema: 'public', table: 'projects', filter: `user_id=eq.${userId}` },
          reloader.request,
        ),
      onOpen: async (isReconnect) => {
        if (isReconnect || (await hasListChanged('project_list', userId, refreshAccess))) reloader.request();
      },
    });
    return () => {
      reloader.close();
      undo();
    };
  }, [client, refreshAccess, store, userId]);
}
