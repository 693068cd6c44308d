import type { QueryFunctionContext } from '@tanstack/react-query';
import { z } from 'zod';
import { personaColumns, personaRow } from '../../shared/personas/persona-row.ts';
import { readCachedResponse, writeCachedResponse } from './library-cache.ts';
import type { ListedPersona } from './personas.ts';
import type { SavedPrompt } from './saved-prompts.ts';
import { getSupabase } from './supabase.ts';

/** The rows that a user saves, and rows of the same kind that administrators publish for everyone. */
interface Library<Row> {
  readonly own: 'saved_prompts' | 'personas';
  readonly published: 'published_prompts' | 'published_personas';
  readonly columns: string;
  readonly row: z.ZodType<Row>;
}

const prompts: Library<Omit<SavedPrompt, 'isPublished'>> = {
  own: 'saved_prompts',
  published: 'published_prompts',
  columns: 'id, name, title, text, revision',
  row: z.object({
    id: z.string(),
    name: z.string(),
    title: z.string(),
    text: z.string(),
    revision: z.number(),
  }),
};

const personas: Library<Omit<ListedPersona, 'isPublished'>> = {
  own: 'personas',
  published: 'published_personas',
  columns: personaColumns,
  row: personaRow,
};

type Context = Pick<QueryFunctionContext, 'client' | 'queryKey'>;

export const readPrompts = (context: Context, userId: string): Promise<readonly SavedPrompt[]> =>
  readLibrary(prompts, context, userId);

export const readPersonas = (context: Context, userId: string): Promise<readonly ListedPersona[]> =>
  readLibrary(personas, context, userId);

/**
 * Loads the user's rows and the published ones, each by name. Until the service responds, the query contains this
 * device's cached rows.
 */
async function readLibrary<Row extends object>(
  library: Library<Row>,
  { client, queryKey }: Context,
  userId: string,
): Promise<readonly (Row & { readonly isPublished: boolean })[]> {
  const response = z.object({ own: z.array(library.row), published: z.array(library.row) });
  const rowsOf = ({ own, published }: z.infer<typeof response>) => [
    ...own.map((row) => ({ ...row, isPublished: false })),
    ...published.map((row) => ({ ...row, isPublished: true })),
  ];
  const showCached = async () => {
    const cached = response.safeParse(await readCachedResponse(userId, library.own));
    if (cached.success && client.getQueryData(queryKey) === undefined)
      client.setQueryData(queryKey, rowsOf(cached.data));
  };
  const cached = showCached();
  try {
    const loadedRows = await load(library, userId);
    const rows = rowsOf(response.parse(loadedRows));
    await writeCachedResponse(userId, library.own, loadedRows);
    return rows;
  } catch (error) {
    await cached;
    throw error;
  }
}

async function load({ own, published, columns }: Library<unknown>, userId: string) {
  const client = await getSupabase();
  // No retries here: the query retries, and shows the device's rows in the meantime.
  const [ownRows, publishedRows] = await Promise.all([
    client.from(own).select(columns).eq('user_id', userId).order('name').retry(false).throwOnError(),
    client.from(published).select(columns).order('name').retry(false).throwOnError(),
  ]);
  return { own: ownRows.data, published: publishedRows.data };
}
