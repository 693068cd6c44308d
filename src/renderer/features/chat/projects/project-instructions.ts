import { queryOptions } from '@tanstack/react-query';
import type { LibraryChange } from '../../../lib/library-changes.ts';
import { loadModule } from '../../../lib/load-module.ts';
import { chatQueries } from '../data/queries.ts';
import type { ChatStore } from '../store/chat-store.ts';

/** Returns the key that matches the instructions of all projects. */
export const projectInstructionsKey = () => [...chatQueries.all(), 'project-instructions'] as const;

/** The instructions of a project. Null if it has none. Realtime events of projects invalidate this query. */
export const projectInstructions = (projectId: string, store: ChatStore | null) =>
  queryOptions({
    queryKey: [...projectInstructionsKey(), projectId],
    queryFn: async () => {
      const { readInstructions } = await loadModule(() => import('../deferred-parts.ts'));
      return readInstructions(projectId, store);
    },
    // Another device may have changed them.
    staleTime: 0,
  });

/** Returns the instructions with the user's unconfirmed changes. */
export const changedInstructions = (
  stored: string | null,
  changes: readonly LibraryChange[],
  projectId: string,
): string | null =>
  changes.reduce((text, { list, itemId, value }) => {
    const changed = list === 'projects' && itemId === projectId ? value?.['instructions'] : undefined;
    return typeof changed === 'string' || changed === null ? changed : text;
  }, stored);

/** Returns the name of the form that changes a project's instructions. */
export const instructionsForm = (projectId: string): string => `project:${projectId}`;
