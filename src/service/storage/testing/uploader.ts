import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { RunningTestService } from '../../testing/running-service.ts';

export interface Uploader {
  readonly id: string;
  readonly token: string;
  readonly client: SupabaseClient;
  readonly attachments: ReturnType<SupabaseClient['storage']['from']>;
  readonly path: () => string;
}

/** Signs up a new user, or signs in as a guest. */
export async function uploaderOf(
  service: RunningTestService,
  { isGuest = false }: { readonly isGuest?: boolean } = {},
): Promise<Uploader> {
  const client = service.client();
  const credentials = { email: `${randomUUID()}@example.com`, password: 'a good long password' };
  if (!isGuest) await service.admin.auth.admin.createUser({ ...credentials, email_confirm: true });
  const { data, error } = isGuest
    ? await client.auth.signInAnonymously()
    : await client.auth.signInWithPassword(credentials);
  if (error) throw error;
  const { user, session } = data;
  if (!user || !session) throw new Error('not signed in');
  return {
    id: user.id,
    token: session.access_token,
    client,
    attachments: client.storage.from('attachments'),
    path: () => `${user.id}/${randomUUID()}`,
  };
}

export const pngBytes = (size = 64): Buffer =>
  Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(Math.max(0, size - 8), 7)]);

export const pngOptions = { contentType: 'image/png' };

/** Uploads an image, to a new path by default. */
export async function storeObject(user: Uploader, path = user.path(), size = 64): Promise<string> {
  const { error } = await user.attachments.upload(path, pngBytes(size), pngOptions);
  if (error) throw error;
  return path;
}

/** Returns the columns of an attachment that the client chooses, except those that name its message. */
export const attachmentFields = (path: string, position = 0) => ({
  position,
  kind: 'image' as const,
  name: 'photo.png',
  media_type: 'image/png',
  size: 1,
  width: 10,
  height: 10,
  object_path: path,
});

/** Sends a message with these objects, in a new chat by default. */
export async function sendWith(
  { client, id: user_id }: Uploader,
  paths: readonly string[],
  chat?: string,
): Promise<{ readonly chat: string; readonly message: string }> {
  const chat_id = chat ?? randomUUID();
  if (chat === undefined)
    await client.from('chat_history').insert({ id: chat_id, user_id, title: 'Files' }).throwOnError();
  const message_id = randomUUID();
  await client
    .from('chat_messages')
    .insert({ id: message_id, chat_id, user_id, role: 'user', content: 'See the files.' })
    .throwOnError();
  await client
    .from('message_attachments')
    .insert(paths.map((path, position) => ({ chat_id, message_id, ...attachmentFields(path, position) })))
    .throwOnError();
  return { chat: chat_id, message: message_id };
}
