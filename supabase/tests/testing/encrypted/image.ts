import { randomUUID } from 'node:crypto';
import type { Database } from '../../../../src/service/database/database.ts';
import { decryptImage } from '../../../../src/shared/encrypted-history/images.ts';
import type { Writer } from './writer.ts';

const pngStart = '\x89PNG\r\n\x1a\n';

/** Lets the gateway create an image for a stored message. */
export async function createImage({ user, ledger }: Writer, question: string): Promise<void> {
  const reply = randomUUID();
  const prompt = ledger.text('Image');
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
  ledger.images.add(id);
}

type Reader = Pick<Writer, 'service' | 'user' | 'ledger' | 'requests' | 'history'>;

/** Loads all images. Returns a failure for each one that is not a PNG file. */
export async function compareImages({
  service,
  user,
  ledger,
  requests,
  history,
}: Reader): Promise<readonly string[]> {
  const failures = await Promise.all(
    [...ledger.images].map(async (id) => {
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
      return type === 'image/png' && start === pngStart ? [] : [`image ${id}: ${response.status} ${type}`];
    }),
  );
  return failures.flat();
}

/** Counts the account's images that are not encrypted. */
export async function countPlainImages(database: Database, { user }: Pick<Writer, 'user'>): Promise<number> {
  const [row] = await database.query<{ n: number }>(
    `select count(*)::int as n from public.message_images
     where user_id = $1 and content_type <> 'application/vnd.clover.encrypted'`,
    [user.id],
  );
  return row?.n ?? 0;
}
