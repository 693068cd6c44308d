import { z } from 'zod';
import { platform } from '../../../platform/index.ts';
import { getSupabase, readAccessToken } from '../../../lib/supabase.ts';

export const pageSize = 10;
const columns = 'id,chat_id,parent_id,role,content,status,model_id,created_at';

const storedRow = z.looseObject({ id: z.string(), created_at: z.string() });
const readableRow = z.object({ id: z.string(), content: z.string() });

const olderThan = ({ id, created_at }: z.infer<typeof storedRow>): string =>
  `(created_at.lt."${created_at}",and(created_at.eq."${created_at}",id.lt.${id}))`;

export interface StoredMessage {
  readonly id: string;
  /** The decrypted text, or the sentence shown instead of a text that fails verification. */
  readonly text: string;
  readonly row: z.infer<typeof storedRow>;
}

/**
 * Reads a page of the user's messages, newest first.
 *
 * @param before the last message of the previous page
 */
export async function readStoredMessages(
  userId: string,
  before: StoredMessage | null,
): Promise<readonly StoredMessage[]> {
  const { supabaseUrl, supabaseKey } = await platform.loadConfig();
  const query = new URLSearchParams({
    select: columns,
    user_id: `eq.${userId}`,
    ...(before && { or: olderThan(before.row) }),
    order: 'created_at.desc,id.desc',
    limit: String(pageSize),
  });
  // Uses fetch, because the service's client decrypts what it reads.
  const response = await fetch(`${supabaseUrl}/rest/v1/chat_messages?${query}`, {
    headers: { apikey: supabaseKey, authorization: `Bearer ${await readAccessToken()}` },
  });
  if (!response.ok) throw new Error(`The service answered ${response.status}.`);
  const rows = z.array(storedRow).parse(await response.json());
  const { data } = await (
    await getSupabase()
  )
    .from('chat_messages')
    .select(columns)
    .in(
      'id',
      rows.map(({ id }) => id),
    )
    .throwOnError();
  const texts = new Map(
    z
      .array(readableRow)
      .parse(data)
      .map(({ id, content }) => [id, content]),
  );
  return rows.map((row) => ({ id: row.id, text: texts.get(row.id) ?? '', row }));
}
