import { noPath } from '../../../../shared/encrypted-history/objects.ts';
import { decryptDownload, encryptUpload } from '../../../lib/history-fetch.ts';
import {
  downloadObject,
  type ObjectRefusal,
  removeObject,
  uploadObject as upload,
} from '../../../lib/stored-objects.ts';
import { getSupabase } from '../../../lib/supabase.ts';
import type { Attachment } from '../attachments/attachment.ts';
import type { AttachmentTarget } from '../attachments/chat-files.ts';
import { isUnverified, UnverifiedFile } from '../attachments/failure.ts';
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
  if (refusal !== null && !isDuplicate(refusal)) throwRefusal(file, refusal);
}

const isDuplicate = ({ status, error }: ObjectRefusal): boolean => status === 409 && error === 'Duplicate';

function throwRefusal(file: Attachment, refusal: ObjectRefusal): never {
  throwIfTemporary(refusal);
  const isForUser = refusal.error === 'LimitExceeded' || refusal.error.startsWith('encryption_');
  throw new StoreError('refused', isForUser ? refusal.message : fileTexts.notStored({ name: file.name }));
}

/**
 * Uploads a file of a stored chat, encrypted if its account has encrypted history. Replaces an object that no message
 * uses: an earlier attempt may have stored it for another chat, or before encrypted history was turned on or off.
 */
export async function replaceObject(chatId: string, file: Attachment, content: Blob): Promise<void> {
  const typed = new Blob([content], { type: typeInBucket(file) });
  const object = await encryptUpload({ path: file.path, chatId }, typed).catch(throwIfOffline);
  const store = () => upload(file.path, { type: object.type, content: object }).catch(throwIfOffline);
  const first = await store();
  if (first === null) return;
  if (!isDuplicate(first)) throwRefusal(file, first);
  await removeObject(file.path).catch(throwIfOffline);
  const second = await store();
  if (second !== null) throwRefusal(file, second);
}

/**
 * Resolves with null if the file no longer exists. Throws UnverifiedFile or VerificationError if it isn't the stored
 * file.
 */
export async function downloadFile(file: Attachment, path = file.path): Promise<Blob | null> {
  if (path === noPath) throw new UnverifiedFile();
  const answer = await downloadObject(path).catch(throwIfOffline);
  if (answer instanceof Blob) {
    const content = await decryptDownload({ path }, answer).catch(throwIfOffline);
    return content.type === '' ? new Blob([content], { type: file.mediaType }) : content;
  }
  if (answer.status === 404) {
    // Turning encrypted history on or off replaces objects.
    const current = path === file.path ? await findPath(file) : path;
    return current === null || current === path ? null : downloadFile(file, current);
  }
  throwIfTemporary(answer);
  throw new StoreError('unavailable', answer.message);
}

function throwIfTemporary({ status, message }: ObjectRefusal): void {
  if (status === 401 || status === 429 || status > 501) throw new StoreError('offline', message);
}

/**
 * Finds the path of a file's object: in its row, in the row that it was copied from, or in the row of another version
 * of its message. Null if no message uses it.
 *
 * @param chatId finds only messages of this chat
 */
export async function findPath(
  { id, copyOf = id, path }: Attachment,
  chatId?: string,
): Promise<string | null> {
  const client = await getSupabase();
  const rows = client
    .from('message_attachments')
    .select('id, object_path')
    .or(`id.eq.${id},id.eq.${copyOf},object_path.eq."${path}"`);
  const { data, error, status } = await (chatId === undefined ? rows : rows.eq('chat_id', chatId)).limit(100);
  if (error) throw toStoreError(error, status);
  const matchingRow =
    data.find((row) => row.id === id) ?? data.find((row) => row.object_path === path) ?? data[0];
  return matchingRow?.object_path ?? null;
}

function throwIfOffline(error: unknown): never {
  if (isUnverified(error)) throw error;
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

/** Returns the extracted text of a document, or null if it no longer exists. */
export async function findAttachedText(id: string): Promise<string | null> {
  const client = await getSupabase();
  const { data, error, status } = await client
    .from('message_attachments')
    .select('text, object_path')
    .eq('id', id)
    .maybeSingle();
  if (error) throw toStoreError(error, status);
  if (data?.object_path === noPath) throw new UnverifiedFile();
  return data?.text ?? null;
}
