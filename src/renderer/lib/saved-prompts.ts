import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { PromptContent } from '../../shared/domain/saved-prompts.ts';
import { useLibraryChanges, withLibraryChanges } from './library-changes.ts';
import { loadModule } from './load-module.ts';

export interface SavedPrompt extends PromptContent {
  readonly id: string;
  /** Increases with each change, so that a device notices the changes of others. */
  readonly revision: number;
  /** True if administrators publish the prompt for everyone. The user can't change it then. */
  readonly isPublished: boolean;
}

/**
 * Queries the account's prompts and the published ones, by name. They are loaded again each time they are shown,
 * because other devices may have changed them. Without a connection, this device's last copy is used.
 */
export const savedPromptsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['prompts', userId],
    queryFn: async (context) =>
      (await loadModule(() => import('./read-library.ts'))).readPrompts(context, userId),
    staleTime: 0,
  });

const blank = { name: '', title: '', text: '', revision: 0, isPublished: false };

/** Loads the prompts and applies the user's unconfirmed changes. */
export function useSavedPrompts(userId: string, isEnabled = true) {
  const { all } = useLibraryChanges(userId);
  return useQuery({
    ...savedPromptsQuery(userId),
    enabled: isEnabled,
    select: useCallback(
      (prompts: readonly SavedPrompt[]) => withLibraryChanges(prompts, all, 'prompts', blank),
      [all],
    ),
  });
}
