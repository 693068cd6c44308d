import { z } from 'zod';
import { reportResult } from '../../../lib/service-connection.ts';
import { fetchInSession } from '../../../lib/session-requests.ts';
import { getSupabase, readAccessToken } from '../../../lib/supabase.ts';
import { platform } from '../../../platform/index.ts';
import type { Attachment } from '../attachments/attachment.ts';
import type { AttachTo } from '../attachments/chat-files.ts';
import { fileTexts } from '../attachments/texts.ts';
import { StoreError, toStoreError } from './store-error.ts';

/** The types of documents that the bucket accepts. */
const documentTypes = new Set([
  'application/pdf',
  'application/rtf',
  'application/epub+zip',
  'application/zip',
  'application/json',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/vnd.oasis.opendocument.text',
  'application/vnd.oasis.opendocument.spreadsheet',
  'application/vnd.oasis.opendocument.presentation',
  'message/rfc822',
  'text/plain',
  'text/markdown',
  'text/csv',
]);

const typeInBucket = ({ kind, mediaType }: Attachment): string => {
  if (kind === 'image' || documentTypes.has(mediaType)) return mediaType;
  return mediaType.startsWith('text/') ? 'text/plain' : 'application/octet-stream';
};

/** Storage answers refusals with 400 and the real status in the body, as the hosted service does. */
const refusal = z.object({
  statusCode: z.coerce.number(),
  error: z.string().catch(''),
  message: z.string().catch(''),
});

/** Uploads a file under a path made on this device. An earlier upload is kept. */
export async function uploadObject(file: Attachment, content: Blob): Promise<void> {
  const response = await request(`attachments/${file.path}`, {
    method: 'POST',
    type: typeInBucket(file),
    body: content,
  });
  if (response.ok) return;
  const { status, error, message } = await readRefusal(response);
  if (status === 409) return;
  if (error === 'LimitExceeded') throw new StoreError('refused', message);
  throw new StoreError('refused', fileTexts.notStored({ name: file.name }));
}

/** Null if it no longer exists. */
export async function downloadObject(path: string): Promise<Blob | null> {
  const response = await request(`authenticated/attachments/${path}`, { method: 'GET' });
  if (response.ok) return response.blob();
  const { status, message } = await readRefusal(response);
  if (status === 404) return null;
  throw new StoreError('unavailable', message);
}

async function readRefusal(response: Response) {
  const { data } = refusal.safeParse(await response.json().catch(() => null));
  const status = response.status === 400 ? (data?.statusCode ?? 400) : response.status;
  if (status === 401 || status === 429 || status > 501) throw new StoreError('offline', data?.message ?? '');
  return { status, error: data?.error ?? '', message: data?.message ?? '' };
}

async function request(
  path: string,
  { type, ...init }: Pick<RequestInit, 'method' | 'body'> & { readonly type?: string },
): Promise<Response> {
  const [{ supabaseUrl, supabaseKey }, token] = await Promise.all([platform.loadConfig(), readAccessToken()]);
  const headers = {
    apikey: supabaseKey,
    authorization: `Bearer ${token}`,
    ...(type && { 'content-type': type }),
  };
  const sent = fetchInSession(`${supabaseUrl}/storage/v1/object/${path}`, { ...init, headers });
  return reportResult(sent).catch((error: unknown) => {
    throw new StoreError('offline', error instanceof Error ? error.message : '');
  });
}

/**
 * Adds an uploaded file to a stored message. Repeating it has no effect.
 *
 * @returns false if the service has no such object
 */
export async function insertAttachment(
  { messageId, chatId }: AttachTo,
  file: Attachment,
  position: number,
  text: string | null,
): Promise<boolean> {
  const client = await getSupabase();
  const { error, status } = await client.from('message_attachments').insert({
    id: file.id,
    chat_id: chatId,
    message_id: messageId,
    position,
    kind: file.kind,
    name: file.name,
    media_type: typeInBucket(file),
    size: file.size,
    object_path: file.path,
    ...(file.kind === 'image' ? { width: file.width, height: file.height } : { text, pages: file.pages }),
  });
  if (!error || error.code === '23505') return true;
  if (error.code === '23503' && error.message.includes('not uploaded')) return false;
  throw toStoreError(error, status);
}

/** The text of a document; null if it no longer exists. */
export async function findAttachedText(id: string): Promise<string | null> {
  const client = await getSupabase();
  const { data, error, status } = await client
    .from('message_attachments')
    .select('text')
    .eq('id', id)
    .maybeSingle();
  if (error) throw toStoreError(error, status);
  return data?.text ?? null;
}
