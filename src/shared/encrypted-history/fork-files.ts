import { VerificationError } from '../vault/verification-error.ts';
import { copiedId } from './copied-id.ts';
import { decryptObject, encryptObject } from './files.ts';
import type { FunctionCall } from './function-call.ts';
import type { Row } from './rows.ts';
import { failureOf, chatNotFound, ServiceRefusal } from './service.ts';

/** Each row may contain a megabyte of text. */
const rowsPerPage = 20;

interface Copy {
  readonly source: string;
  readonly newChat: string;
  /** The ids of the copies by the ids of their originals. */
  readonly messages: ReadonlyMap<unknown, string>;
}

/** Ignores the error if an earlier attempt has already stored it. */
async function unlessStored(storing: Promise<unknown>): Promise<void> {
  try {
    await storing;
  } catch (error) {
    if (!(error instanceof ServiceRefusal)) throw error;
    const { code, error: name } = await failureOf(error);
    if (code !== '23505' && name !== 'Duplicate') throw error;
  }
}

/** Returns null if the file is missing or fails verification. */
async function readFile({ history, cipher, service }: FunctionCall, stored: Row) {
  try {
    const row = await cipher.decryptOrThrow('message_attachments', stored);
    const path = String(row['object_path']);
    const object = await service.objects.download(path);
    if (!object) return null;
    const chatId = String(row['chat_id']);
    return { row, bytes: await decryptObject(history, service, { path, chatId }, object) };
  } catch (error) {
    if (error instanceof VerificationError) return null;
    throw error;
  }
}

async function copyFile(call: FunctionCall, { newChat, messages }: Copy, stored: Row): Promise<void> {
  const { history, cipher, service } = call;
  const file = await readFile(call, stored);
  if (!file) return;
  const { accountId } = history.vault;
  const path = `${accountId}/${await copiedId(newChat, String(file.row['object_path']))}`;
  const type = String(file.row['media_type']);
  const address = { path, chatId: newChat };
  const object = await encryptObject(history, service, address, { type, bytes: file.bytes });
  const chat = await history.prepareChat(newChat, service);
  if (!object || !chat) throw chatNotFound();
  await unlessStored(service.objects.upload(path, object));
  const { text_length: _length, created_at: _time, user_id: _user, ...row } = file.row;
  const copied = {
    ...row,
    id: await copiedId(newChat, String(row['id'])),
    chat_id: newChat,
    message_id: messages.get(row['message_id']),
    object_path: path,
  };
  const encrypted = chat.key ? await cipher.encrypt('message_attachments', copied, chat.key.key) : copied;
  await unlessStored(service.insert('message_attachments', encrypted));
}

/** Copies the files of copied messages. Call it after the messages are stored. */
export async function copyFiles(call: FunctionCall, copy: Copy): Promise<void> {
  const rows: Row[] = [];
  for (let page: readonly Row[] | null = null; page === null || page.length === rowsPerPage;) {
    page = await call.service.read(
      'message_attachments',
      `select=*&chat_id=eq.${copy.source}&order=id&offset=${rows.length}&limit=${rowsPerPage}`,
    );
    rows.push(...page);
  }
  for (const row of rows.filter(({ message_id: id }) => copy.messages.has(id)))
    await copyFile(call, copy, row);
}
