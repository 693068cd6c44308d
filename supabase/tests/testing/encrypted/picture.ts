import { randomUUID } from 'node:crypto';
import type { Database } from '../../../../src/service/database/database.ts';
import { decryptImage } from '../../../../src/shared/encrypted-history/images.ts';
import type { Writer } from './writer.ts';

const pngStart = '\x89PNG\r\n\x1a\n';

/** Lets the gateway create a picture for a stored message. */
export async function createPicture({ user, ledger }: Writer, question: string): Promise<void> {
  const reply = randomUUID();
  const prompt = ledger.text('Picture');
  const headers = {
    apikey: 'sb_publishable_test',
    'x-clover-message-id': question,
    'x-clover-question-id': question,
    'x-clover-reply-id': reply,
  };
  const { status, text, body } = await user.post('image-generation', { prompt }, headers);
  if (status !== 200) throw new Error(`${status} ${text}`);
  const id = String(body.imageUrl).split('/').at(-1) ?? '';
  ledger.write('chat_messages', reply, { content: `![${prompt}](/functions/v1/images/${id})` });
  ledger.pictures.add(id);
}

type Reader = Pick<Writer, 'service' | 'user' | 'ledger' | 'requests' | 'history'>;

/** Loads all pictures. Returns those that are none. */
export async function comparePictures({
  service,
  user,
  ledger,
  requests,
  history,
}: Reader): Promise<readonly string[]> {
  const failures = await Promise.all(
    [...ledger.pictures].map(async (id) => {
      const response = await fetch(`${service.url}/functions/v1/images/${id}`, {
        headers: { apikey: 'sb_publishable_test', authorization: `Bearer ${user.token}` },
      });
      const stored = {
        type: response.headers.get('content-type') ?? '',
        bytes: new Uint8Array(await response.arrayBuffer()),
      };
      const current = history();
      const { type, bytes } = current ? await decryptImage(current, requests(), id, stored) : stored;
      const start = Buffer.from(bytes.subarray(0, 8)).toString('latin1');
      return type === 'image/png' && start === pngStart ? [] : [`picture ${id}: ${response.status} ${type}`];
    }),
  );
  return failures.flat();
}

/** How many pictures of the account are stored as they are. */
export async function countPlainPictures(
  database: Database,
  { user }: Pick<Writer, 'user'>,
): Promise<number> {
  const [row] = await database.query<{ n: number }>(
    `select count(*)::int as n from public.message_images
     where user_id = $1 and content_type <> 'application/vnd.clover.encrypted'`,
    [user.id],
  );
  return row?.n ?? 0;
}
