import { queryOptions } from '@tanstack/react-query';
import type { PromptContent } from '../../shared/domain/saved-prompts.ts';
import { loadModule } from './load-module.ts';

export interface SavedPrompt extends PromptContent {
  readonly id: string;
  /** Grows with each change, so that a device notices the changes of others. */
  readonly revision: number;
  /** True if administrators publish it for everyone. Then the user can't change it. */
  readonly isPublished: boolean;
}

/**
 * The account's prompts and the published ones, by name. Loaded again each time they are shown, because other devices
 * may have changed them. Without a connection, the prompts that this device last loaded.
 */
export const savedPromptsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['prompts', userId],
    queryFn: async (context) =>
      (await loadModule(() => import('./read-library.ts'))).readPrompts(context, userId),
    staleTime: 0,
  });
