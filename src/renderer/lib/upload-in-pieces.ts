import { z } from 'zod';
import { encryptedFileType } from '../../shared/encrypted-history/objects.ts';
import { readStored, writeStored } from './storage.ts';
import { uploadKeys } from './unsent.ts';

/** In bytes. The hosted service requires this size for all pieces except the last. */
export const pieceBytes = 6 * 1_048_576;

/** Milliseconds before each repeated attempt. After the last one, the outbox tries again later. */
const pauses = [1_000, 3_000];

interface Upload {
  readonly type: string;
  readonly content: Blob;
}

/** Sends a request with the session to a path of the storage API. */
type Send = (path: string, init: RequestInit) => Promise<Response>;

const unfinishedUpload = z.object({ path: z.string(), type: z.string(), size: z.number() });
type Unfinished = Readonly<z.infer<typeof unfinishedUpload>>;

/** This device's unfinished uploads, by the path of their object. Stored, because a page may close at any moment. */
const unfinished = {
  get(objectPath: string): Unfinished | null {
    try {
      return unfinishedUpload.parse(JSON.parse(readStored(uploadKeys.of(objectPath)) ?? ''));
    } catch {
      return null;
    }
  },
  set: (objectPath: string, upload: Unfinished) =>
    writeStored(uploadKeys.of(objectPath), JSON.stringify(upload)),
  delete: (objectPath: string) => writeStored(uploadKeys.of(objectPath), null),
};

/**
 * Uploads a large file with the protocol TUS 1.0.0 (https://tus.io/protocols/resumable-upload). After a lost connection
 * or a reload, it continues with the missing bytes. Returns the last response, which may be a refusal. Rejects if the
 * service is unreachable.
 */
export async function uploadInPieces(objectPath: string, upload: Upload, send: Send): Promise<Response> {
  const { type, content } = upload;
  const sendTus = (path: string, method: string, headers: Record<string, string> = {}, body?: Blob) =>
    send(path, { method, headers: { 'tus-resumable': '1.0.0', ...headers }, ...(body && { body }) });

  const begin = async (): Promise<{ readonly path: string } | Response> => {
    const response = await sendTus('upload/resumable', 'POST', {
      'upload-length': String(content.size),
      'upload-metadata': encodeMetadata({
        bucketName: 'attachments',
        objectName: objectPath,
        contentType: type,
      }),
    });
    const location = response.headers.get('location');
    if (!response.ok || location === null) return response;
    // The hosted service sends a URL. Use only its path, so that the token goes to no other host.
    const path = new URL(location, 'https://service').pathname.replace(/^\/storage\/v1\//, '');
    return { path };
  };
  /** Returns null if the upload no longer exists. */
  const readOffset = async (path: string): Promise<number | null> => {
    const response = await sendTus(path, 'HEAD');
    if (response.ok) return Number(response.headers.get('upload-offset'));
    if (isTemporary(response)) throw new Error(`The service responds with ${response.status}.`);
    return null;
  };
  const sendFrom = async (path: string, start: number): Promise<Response> => {
    let offset = start;
    // If only the last response was lost, all bytes have arrived.
    if (offset === content.size) return new Response(null, { status: 204 });
    for (;;) {
      const piece = content.slice(offset, offset + pieceBytes);
      const headers = { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' };
      const response = await sendTus(path, 'PATCH', headers, piece);
      offset = Number(response.headers.get('upload-offset') ?? NaN);
      // A response without an offset also ends the upload.
      if (!response.ok || !(offset < content.size)) return response;
    }
  };

  const earlier = unfinished.get(objectPath);
  let path: string | null = null;
  let offset: number | null = null;
  if (earlier) {
    // Each encryption produces different bytes, so only the same call can continue.
    const isSame = earlier.size === content.size && earlier.type === type && type !== encryptedFileType;
    if (isSame) offset = await readOffset(earlier.path);
    else await sendTus(earlier.path, 'DELETE');
    if (offset !== null) path = earlier.path;
  }
  if (path === null) {
    unfinished.delete(objectPath);
    const result = await begin();
    if (result instanceof Response) return result;
    ({ path } = result);
    offset = 0;
    unfinished.set(objectPath, { path, type, size: content.size });
  }
  for (const pause of [...pauses, null]) {
    try {
      offset ??= await readOffset(path);
      if (offset === null) {
        unfinished.delete(objectPath);
        throw new UploadLost();
      }
      const response = await sendFrom(path, offset);
      if (!(await isBusy(response))) {
        if (!isTemporary(response)) unfinished.delete(objectPath);
        return response;
      }
      if (pause === null) throw new Error('The service is still writing earlier bytes.');
    } catch (error) {
      if (pause === null || error instanceof UploadLost) throw error;
    }
    offset = null;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  throw new Error('unreachable');
}

/** The service has removed the upload, so the next attempt starts from the beginning. */
class UploadLost extends Error {
  override readonly name = 'UploadLost';
}

/**
 * True if the upload can continue later: the session expired, there were too many requests, or the service restarts.
 */
const isTemporary = ({ status }: Response): boolean =>
  status >= 500 || status === 401 || status === 423 || status === 429;

/** True while the service may still be writing bytes from before a lost connection. */
const isBusy = async (response: Response): Promise<boolean> =>
  (response.status === 409 || response.status === 423) &&
  !(await response.clone().text()).includes('already exists');

const encodeMetadata = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([key, value]) => `${key} ${btoa(value)}`)
    .join(',');
