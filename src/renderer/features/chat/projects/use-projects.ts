import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  changeLibrary,
  type LibraryChange,
  refusalOf,
  useLibraryChanges,
} from '../../../lib/library-changes.ts';
import { showToast, type Toast } from '../../../lib/toast.ts';
import { forgetUnsaved } from '../../../lib/unsaved.ts';
import { useChatEngine } from '../chat-context.ts';
import { chatQueries } from '../data/queries.ts';
import { StoreError } from '../data/store-error.ts';
import { chatToasts } from '../texts.ts';
import { deleteProject, deleteProjectChats, type ProjectChange } from './data.ts';
import { byName, type Project } from './project.ts';
import { instructionsForm } from './project-instructions.ts';
import { changeCachedProjects, projectsQuery, setCachedInstructions, withProjectChanges } from './queries.ts';
import { projectToasts } from './texts.ts';

/** Returns the user's projects with their unconfirmed changes, sorted by name. */
export function useProjects() {
  const { userId, store } = useChatEngine();
  const query = useQuery(projectsQuery(userId, store));
  const { all } = useLibraryChanges(userId);
  const projects = useMemo(() => byName(withProjectChanges(query.data ?? [], all)), [query.data, all]);
  return { projects, isLoaded: query.data !== undefined, hasFailed: query.isError, retry: query.refetch };
}

/** Returns the project. Undefined while the projects load, null if it doesn't exist. */
export function useProject(id: string): Project | null | undefined {
  const { projects, isLoaded } = useProjects();
  const project = projects.find((other) => other.id === id);
  return project ?? (isLoaded ? null : undefined);
}

/** Shows the service's reason if it refused the deletion. */
const reportFailure = (error: unknown): void =>
  showToast(
    error instanceof StoreError && error.code === 'refused'
      ? chatToasts.refused({ message: error.message })
      : projectToasts.deleteFailed,
  );

/**
 * Changes projects. Without a connection, changes wait in the outbox, except deletions. If the service refuses a
 * change, a toast shows the reason and the change is undone on screen.
 */
export function useProjectChanges() {
  const { userId, store, runner } = useChatEngine();
  const client = useQueryClient();
  return useMemo(() => {
    const list = projectsQuery(userId, store);
    const reload = () => client.invalidateQueries({ queryKey: list.queryKey });
    const reloadChats = async () => {
      await client.invalidateQueries({ queryKey: chatQueries.lists(userId) });
      await client.invalidateQueries(chatQueries.allOpened());
    };

    /** Resolves with false if the service refused the change. */
    const save = async (
      change: Pick<LibraryChange, 'itemId' | 'value' | 'seen'>,
      failed: Toast,
    ): Promise<boolean> => {
      try {
        const refusal = refusalOf(await changeLibrary(client, userId, { ...change, list: 'projects' }));
        if (refusal) showToast(chatToasts.refused({ message: refusal.refused }));
        return !refusal;
      } catch {
        showToast(failed);
        return false;
      }
    };

    return {
      /** Resolves with false if it failed. */
      create: ({ id, name, color }: Pick<Project, 'id' | 'name' | 'color'>): Promise<boolean> =>
        save({ itemId: id, value: { name, color }, seen: null }, projectToasts.createFailed),

      /** Changes only the given values. The last change of each value wins. */
      change: (id: string, change: ProjectChange): Promise<boolean> =>
        save({ itemId: id, value: { ...change }, seen: {} }, projectToasts.changeFailed),

      /** Deletes the project, and its chats if `withChats`. Resolves with false if it failed. */
      async remove(id: string, withChats: boolean): Promise<boolean> {
        try {
          if (withChats)
            await deleteProjectChats(userId, id, (chatId) => {
              runner.end(chatId);
              void store?.forgetChat(chatId);
            });
        } catch {
          showToast(projectToasts.chatsNotDeleted);
          void reloadChats();
          return false;
        }
        try {
          await deleteProject(id);
        } catch (error) {
          reportFailure(error);
          return false;
        }
        changeCachedProjects(client, list, (projects) => projects.filter((project) => project.id !== id));
        setCachedInstructions(client, store, id, null);
        forgetUnsaved(userId, instructionsForm(id));
        void reload();
        void reloadChats();
        showToast(withChats ? projectToasts.deletedWhole : projectToasts.deleted);
        return true;
      },
    };
  }, [client, runner, store, userId]);
}
