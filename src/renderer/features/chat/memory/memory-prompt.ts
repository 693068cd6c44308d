import { queryOptions } from '@tanstack/react-query';
import { loadModule } from '../../../lib/load-module.ts';

/**
 * Reads the memories as part of the system prompt. Most of the code is loaded only if memory is on.
 * @param mayPropose false in temporary chats, whose messages are not stored
 */
export const memoryPromptQuery = (userId: string, mayPropose: boolean) =>
  queryOptions({
    queryKey: ['memory-prompt', userId, mayPropose],
    queryFn: async ({ client }) =>
      (await loadModule(() => import('./read-memory.ts'))).readMemory(client, userId, mayPropose),
    staleTime: 0,
  });
