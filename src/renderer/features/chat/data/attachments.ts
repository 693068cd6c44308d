import { downloadObject, type ObjectRefusal, uploadObject as upload } from '../../../lib/stored-objects.ts';
import { getSupabase } from '../../../lib/supabase.ts';
import type { Attachment } from '../attachments/attachment.ts';
import type { AttachmentTarget } from '../attachments/chat-files.ts';
import { fileTexts } from '../attachments/texts.ts';
import { StoreError, toStoreError } from './store-error.ts';

/** The document types that the bucket accepts. */
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

/**
 * Uploads a file once. Its path was created on this device, so an existing object must be from an earlier
 * attempt.
 */
export async function uploadFile(file: Attachment, content: Blob): Promise<void> {
  const refusal = await upload(file.path, { type: typeInBucket(file), content }).catch(throwIfOffline);
  if (refusal === null || refusal.status === 409) return;
  throwIfTemporary(refusal);
  const isLimit = refusal.error === 'LimitExceeded';
  throw new StoreError('refused', isLimit ? refusal.message : fileTexts.notStored({ name: file.name }));
}

/** Null if the file no longer exists. */
export async function downloadFile(path: string): Promise<Blob | null> {
  const answer = await downloadObject(path).catch(throwIfOffline);
  if (answer instanceof Blob) return answer;
  if (answer.status === 404) return null;
  throwIfTemporary(answer);
  throw new StoreError('unavailable', answer.message);
}

function throwIfTemporary({ status, message }: ObjectRefusal): void {
  if (status === 401 || status === 429 || status > 501) throw new StoreError('offline', message);
}

function throwIfOffline(error: unknown): never {
  throw new StoreError('offline', error instanceof Error ? error.message : '');
}

/**
 * Adds an uploaded file to a stored message. Idempotent.
 *
 * @returns false if the service has no such object
 */
export async function insertAttachment(
  { messageId, chatId }: AttachmentTarget,
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

/** The extracted text of a document. Null if it no longer exists. */
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
