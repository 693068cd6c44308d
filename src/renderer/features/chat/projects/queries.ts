import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { modelChoice } from '../../../lib/model-choice.ts';
import { chatQueries } from '../data/queries.ts';
import { findInstructions, listProjects } from './data.ts';
import { orFromDevice, writeCopy } from './device-copy.ts';
import { type Project, projectColors } from './project.ts';

const storedProject: z.ZodType<Project> = z.object({
  id: z.string(),
  name: z.string(),
  color: z.enum(projectColors),
  model: modelChoice.nullable(),
  archivedAt: z.string().nullable(),
  updatedAt: z.string(),
});

/** The name of the instructions' copy on this device. */
const copyOf = (projectId: string): string => `instructions ${projectId}`;

export const projectQueries = {
  /** Realtime events of projects and changes by this page invalidate this query. */
  list: (userId: string) =>
    queryOptions({
      queryKey: [...chatQueries.all(), 'projects', userId],
      queryFn: ({ signal }) =>
        orFromDevice(userId, 'projects', z.array(storedProject), () => listProjects(userId, signal)),
    }),

  allInstructions: () => ({ queryKey: [...chatQueries.all(), 'project-instructions'] as const }),

  instructions: (userId: string, projectId: string) =>
    queryOptions({
      queryKey: [...projectQueries.allInstructions().queryKey, projectId],
      queryFn: () =>
        orFromDevice(userId, copyOf(projectId), z.string().nullable(), () => findInstructions(projectId)),
      // Another device may have changed them.
      staleTime: 0,
    }),
};

/** Loads the instructions of a project for a reply. */
export const loadInstructions = (
  client: QueryClient,
  userId: string,
  projectId: string,
): Promise<string | null> => client.fetchQuery(projectQueries.instructions(userId, projectId));

/** Shows other instructions, also without a connection. */
export function setInstructions(
  client: QueryClient,
  userId: string,
  projectId: string,
  instructions: string | null,
): void {
  client.setQueryData(projectQueries.instructions(userId, projectId).queryKey, instructions);
  void writeCopy(userId, copyOf(projectId), instructions);
}

/** Changes the cached list, so that the user sees the change immediately. */
export function changeCachedProjects(
  client: QueryClient,
  userId: string,
  change: (projects: readonly Project[]) => Project[],
): void {
  const { queryKey } = projectQueries.list(userId);
  // Otherwise, the response to an earlier request would undo the change on screen.
  void client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, (projects) => projects && change(projects));
}
