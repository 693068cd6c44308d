import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { type LibraryChange, withLibraryChanges } from '../../../lib/library-changes.ts';
import { modelChoice } from '../../../lib/model-choice.ts';
import { chatQueries } from '../data/queries.ts';
import type { ChatStore } from '../store/chat-store.ts';
import { findInstructions, listProjects } from './data.ts';
import { withDeviceCopy } from './device-copy.ts';
import { type Project, projectColors } from './project.ts';
import { projectInstructions } from './project-instructions.ts';

const storedProject: z.ZodType<Project> = z.object({
  id: z.string(),
  name: z.string(),
  color: z.enum(projectColors),
  model: modelChoice.nullable(),
  // Copies of older versions have no persona.
  personaId: z.string().nullable().default(null),
  archivedAt: z.string().nullable(),
  updatedAt: z.string(),
});

/** The user's projects. Realtime events of projects and changes by this page invalidate this query. */
export const projectsQuery = (userId: string, store: ChatStore | null) =>
  queryOptions({
    queryKey: [...chatQueries.all(), 'projects', userId],
    queryFn: ({ signal }) =>
      withDeviceCopy(store, 'projects', z.array(storedProject), () => listProjects(userId, signal)),
  });

/** Returns the name of the instructions' copy on this device. */
const copyOf = (projectId: string): string => `instructions ${projectId}`;

export const readInstructions = (projectId: string, store: ChatStore | null): Promise<string | null> =>
  withDeviceCopy(store, copyOf(projectId), z.string().nullable(), () => findInstructions(projectId));

/** Replaces the instructions in the cache and in this device's copy, which is shown without a connection. */
export function setCachedInstructions(
  client: QueryClient,
  store: ChatStore | null,
  projectId: string,
  instructions: string | null,
): void {
  client.setQueryData(projectInstructions(projectId, store).queryKey, instructions);
  void store?.writeCopy(copyOf(projectId), instructions);
}

/** Returns the projects with the user's unconfirmed changes. */
export const withProjectChanges = (
  projects: readonly Project[],
  changes: readonly LibraryChange[],
): readonly Project[] =>
  withLibraryChanges(projects, changes, 'projects', {
    name: '',
    color: 'gray',
    model: null,
    personaId: null,
    archivedAt: null,
    updatedAt: new Date().toISOString(),
  });

/** Changes the cached list, so that the user sees the change immediately. */
export function changeCachedProjects(
  client: QueryClient,
  { queryKey }: Pick<ReturnType<typeof projectsQuery>, 'queryKey'>,
  change: (projects: readonly Project[]) => Project[],
): void {
  // Otherwise, the response to an earlier request would undo the change on screen.
  void client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, (projects) => projects && change(projects));
}
