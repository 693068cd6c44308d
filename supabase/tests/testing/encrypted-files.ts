import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunningTestService } from '../../../src/service/testing/running-service.ts';
import { decryptObject, encryptObject } from '../../../src/shared/encrypted-history/files.ts';
import type { EncryptedDevice } from './encrypted-device.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

export interface TestFile {
  readonly id: string;
  readonly path: string;
  readonly name: string;
}

export const fileRow = (
  { id, path, name }: TestFile,
  chat: string,
  message: string,
  text = `Read: ${name}`,
) => ({
  id,
  chat_id: chat,
  message_id: message,
  position: 0,
  kind: 'document',
  name,
  media_type: 'text/plain',
  size: 1,
  text,
  pages: null,
  object_path: path,
});

export async function attach(
  { client, history, service }: EncryptedDevice,
  chat: string,
  message: string,
  name: string,
  content: string,
): Promise<TestFile> {
  const { accountId } = history.vault;
  const file = { id: randomUUID(), path: `${accountId}/${randomUUID()}`, name };
  const object = await encryptObject(
    history,
    service,
    { path: file.path, chatId: chat },
    { type: 'text/plain', bytes: utf8(content) },
  );
  await service.objects.upload(file.path, object!);
  await client
    .from('message_attachments')
    .insert(fileRow(file, chat, message))
    .throwOnError();
  return file;
}

/** Reads a file's content. Rejects if it fails verification. */
export async function readContent({ history, service }: EncryptedDevice, path: string): Promise<string> {
  const object = await service.objects.download(path);
  if (!object) return 'no object';
  return new TextDecoder().decode(await decryptObject(history, service, { path }, object));
}

/** Finds the files on disk that contain a text. Resolves to their names. */
export async function filesWith({ objects }: RunningTestService, text: string): Promise<readonly string[]> {
  const names = (await readdir(objects, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );
  const contents = await Promise.all(names.map(({ parentPath, name }) => readFile(join(parentPath, name))));
  return names.flatMap(({ name }, index) => (contents[index]?.includes(text) ? [name] : []));
}
