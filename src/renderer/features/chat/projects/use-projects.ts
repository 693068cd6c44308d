import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { showToast, type Toast } from '../../../lib/toast.ts';
import { forgetUnsaved } from '../../../lib/unsaved.ts';
import { useChatEngine } from '../chat-context.ts';
import { chatQueries } from '../data/queries.ts';
import { StoreError } from '../data/store-error.ts';
import { chatToasts } from '../texts.ts';
import {
  changeProject,
  deleteProject,
  deleteProjectChats,
  insertProject,
  type ProjectChange,
} from './data.ts';
import { byName, type Project } from './project.ts';
import { instructionsForm } from './project-instructions.ts';
import { changeCachedProjects, projectsQuery, setCachedInstructions } from './queries.ts';
import { projectToasts } from './texts.ts';

/** Returns the user's projects, sorted by name. */
export function useProjects() {
  const { userId, store } = useChatEngine();
  const query = useQuery(projectsQuery(userId, store));
  const projects = useMemo(() => byName(query.data ?? []), [query.data]);
  return { projects, isLoaded: query.data !== undefined, hasFailed: query.isError, retry: query.refetch };
}

/** Returns the project. Undefined while the projects load, null if it doesn't exist. */
export function useProject(id: string): Project | null | undefined {
  const { projects, isLoaded } = useProjects();
  const project = projects.find((other) => other.id === id);
  return project ?? (isLoaded ? null : undefined);
}

/** Shows the service's reason if it refused a change, otherwise `failed`. */
export const reportFailure = (error: unknown, failed: Toast): void =>
  showToast(
    error instanceof StoreError && error.code === 'refused'
      ? chatToasts.refused({ message: error.message })
      : failed,
  );

/** Changes projects. If the service refuses a change, a toast shows the reason and the change is undone on screen. */
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

    return {
      /** Resolves with false if it failed. */
      async create(given: Pick<Project, 'id' | 'name' | 'color'>): Promise<boolean> {
        try {
          await insertProject(given);
        } catch (error) {
          reportFailure(error, projectToasts.createFailed);
          return false;
        }
        const updatedAt = new Date().toISOString();
        const project = { ...given, model: null, personaId: null, archivedAt: null, updatedAt };
        changeCachedProjects(client, list, (projects) => [
          ...projects.filter(({ id }) => id !== project.id),
          project,
        ]);
        void reload();
        return true;
      },

      /** Changes only the given values. The last change of each value wins. */
      async change(id: string, change: ProjectChange): Promise<boolean> {
        changeCachedProjects(client, list, (projects) =>
          projects.map((project) => (project.id === id ? { ...project, ...change } : project)),
        );
        try {
          await changeProject(id, change);
          return true;
        } catch (error) {
          reportFailure(error, projectToasts.changeFailed);
          return false;
        } finally {
          void reload();
        }
      },

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
          reportFailure(error, projectToasts.deleteFailed);
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
