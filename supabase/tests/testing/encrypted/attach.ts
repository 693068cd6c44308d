import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { decryptObject, encryptObject } from '../../../../src/shared/encrypted-history/files.ts';
import type { FileBytes } from '../../../../src/shared/encrypted-history/objects.ts';
import { failureOf, ServiceRefusal } from '../../../../src/shared/encrypted-history/service.ts';
import { fileRow } from '../encrypted-files.ts';
import type { Writer } from './writer.ts';

const maxAttempts = 400;

type Requests = Pick<Writer, 'requests' | 'history'>;

/** Repeats an act while connections are lost or another device turns encrypted history on or off. */
async function untilDone(act: () => Promise<boolean>): Promise<void> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1)
    try {
      if (await act()) return;
    } catch (error) {
      const isLost = error instanceof TypeError;
      const { error: name, hint } =
        error instanceof ServiceRefusal ? await failureOf(error) : { error: '', hint: '' };
      if (!isLost && !name.startsWith('encryption_') && !hint.startsWith('encryption_')) throw error;
    } finally {
      await pause(5);
    }
  throw new Error('A file was not stored');
}

/** Uploads a file for a chat, as the app does. Replaces an object from an earlier attempt, which no message uses. */
async function upload(
  { requests, history }: Requests,
  chat: string,
  path: string,
  file: FileBytes,
): Promise<void> {
  const { objects } = requests();
  const current = history();
  const object = current ? await encryptObject(current, requests(), { path, chatId: chat }, file) : file;
  if (!object) throw new Error('The chat of a file does not exist');
  await objects.upload(path, object).catch(async (error: unknown) => {
    if (!(error instanceof ServiceRefusal) || (await failureOf(error)).error !== 'Duplicate') throw error;
    await objects.remove(path);
    await objects.upload(path, object);
  });
}

export async function attachFile(writer: Writer, chat: string, message: string): Promise<void> {
  const { ledger, user, client, requests } = writer;
  const [name, content] = [`${ledger.text('File')}.txt`, ledger.text('In a file')];
  const file = { id: randomUUID(), path: `${user.id}/${randomUUID()}`, name };
  const bytes = { type: 'text/plain', bytes: new TextEncoder().encode(content) };
  const row = fileRow(file, chat, message, content);
  let isForced = false;
  await untilDone(async () => {
    const used = await requests().read('message_attachments', `select=id&object_path=eq.${file.path}`);
    if (used.length > 0) return true;
    if (isForced) await requests().objects.remove(file.path);
    await upload(writer, chat, file.path, bytes);
    const { error } = await client().from('message_attachments').insert(row);
    if (!error || error.code === '23505') return true;
    // Encrypted history was turned on or off in the meantime, so the object must be uploaded again.
    isForced = error.code === '23503';
    if (!isForced && error.code !== '' && error.hint?.startsWith('encryption_') !== true)
      throw new Error(`${error.code} ${error.hint ?? ''} ${error.message}`);
    return false;
  });
  ledger.write('message_attachments', file.id, { name, text: content });
  ledger.files.set(file.id, content);
}

/** Compares the bytes of all files with what was attached. Returns the differences. */
export async function compareFiles(reader: Requests, ledger: Writer['ledger']): Promise<readonly string[]> {
  const { read, objects } = reader.requests();
  const rows = await read('message_attachments', 'select=id,object_path&limit=1000');
  const differences = await Promise.all(
    rows.map(async ({ id, object_path }) => {
      const path = String(object_path);
      const object = await objects.download(path);
      const history = reader.history();
      const bytes =
        object && history ? await decryptObject(history, reader.requests(), { path }, object) : object?.bytes;
      const content = bytes && new TextDecoder().decode(bytes);
      return content === ledger.files.get(String(id)) ? [] : [`the bytes of file ${String(id)}: ${content}`];
    }),
  );
  return differences.flat();
}
