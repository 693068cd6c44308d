import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { z } from 'zod';
import { readCachedPrompts, writeCachedPrompts } from './prompt-cache.ts';
import type { SavedPrompt } from './saved-prompts.ts';
import { getSupabase } from './supabase.ts';

const row = z.object({
  id: z.string(),
  name: z.string(),
  title: z.string(),
  text: z.string(),
  revision: z.number(),
});
const cachedRows = z.array(row.extend({ isPublished: z.boolean() }));
const columns = 'id, name, title, text, revision';

/**
 * Loads the prompts from the service. Until it responds, and if it doesn't, the query has the prompts of this
 * device's cache.
 */
export async function readPrompts(
  client: QueryClient,
  queryKey: QueryKey,
  userId: string,
): Promise<readonly SavedPrompt[]> {
  const showCached = async () => {
    const cached = cachedRows.safeParse(await readCachedPrompts(userId));
    if (cached.success && client.getQueryData(queryKey) === undefined)
      client.setQueryData(queryKey, cached.data);
  };
  const cached = showCached();
  try {
    const prompts = await loadPrompts(userId);
    await writeCachedPrompts(userId, prompts);
    return prompts;
  } catch (error) {
    await cached;
    throw error;
  }
}

async function loadPrompts(userId: string): Promise<readonly SavedPrompt[]> {
  const client = await getSupabase();
  const [own, published] = await Promise.all([
    // Not retried here, because the query retries, and shows the device's prompts meanwhile.
    client
      .from('saved_prompts')
      .select(columns)
      .eq('user_id', userId)
      .order('name')
      .retry(false)
      .throwOnError(),
    client.from('published_prompts').select(columns).order('name').retry(false).throwOnError(),
  ]);
  const read = (data: unknown, isPublished: boolean) =>
    z
      .array(row)
      .parse(data)
      .map((prompt) => ({ ...prompt, isPublished }));
  return [...read(own.data, false), ...read(published.data, true)];
}
