import type { QueryClient } from '@tanstack/react-query';
import { memoryPrompt } from '../../../../shared/domain/memory-prompt.ts';
import { loadMemories } from '../../../lib/memories.ts';

export async function readMemory(
  client: QueryClient,
  userId: string,
  mayPropose: boolean,
): Promise<string | null> {
  const memories = await loadMemories(client, userId);
  return memoryPrompt(
    memories.map(({ content }) => content),
    mayPropose,
  );
}
