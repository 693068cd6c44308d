import { randomUUID } from 'node:crypto';
import type { Claims, Database } from '../database/database.ts';
import { matchesSignature, signatureLength } from './image-type.ts';
import type { ObjectFiles } from './object-files.ts';
import { type Bucket, findObject, insertObject, requireInsertAllowed } from './object-rows.ts';
import { WrongOffset } from './partial-files.ts';
import { isRefusal, objectNotFound, objectTooLarge, StorageRefusal, unsupportedType } from './refusal.ts';
import { type ResumableUpload, createResumableTokens } from './resumable-tokens.ts';
import { readOffset, readUploadHeaders, requireProtocol, tusResponse } from './tus.ts';

/** Limits the unfinished uploads of an account, because each takes disk space until it is removed. */
const maxUnfinished = 8;
/** Age (ms) at which unchanged unfinished uploads are removed. */
const unfinishedLifetime = 60 * 60_000;

type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

interface ResumableOptions {
  readonly database: Database;
  readonly files: ObjectFiles;
  readonly jwtSecret: string;
  /** Throws if there is no such bucket. */
  readonly bucketOf: (id: string) => Promise<Bucket>;
}

/**
 * Implements uploads in several requests with TUS 1.0.0 (https://tus.io/protocols/resumable-upload), like the hosted
 * service. The object exists once its last byte has arrived.
 */
export function createResumableUploads({ database, files, jwtSecret, bucketOf }: ResumableOptions) {
  const tokens = createResumableTokens(jwtSecret);
  /** The unfinished uploads by version, with the time of their last request. The oldest is first. */
  const unfinished = new Map<string, { readonly owner: string; readonly time: number }>();
  /** The versions that a request is writing. */
  const writing = new Set<string>();

  const removeExpired = async () => {
    const expired: string[] = [];
    for (const [version, { time }] of unfinished) {
      if (time >= Date.now() - unfinishedLifetime) break;
      if (writing.has(version)) continue;
      unfinished.delete(version);
      expired.push(version);
    }
    for (const version of expired) await files.discard(version);
  };
  const reserve = ({ owner, version }: ResumableUpload) => {
    const ownUploads = [...unfinished.values()].filter((other) => other.owner === owner);
    if (!unfinished.has(version) && ownUploads.length >= maxUnfinished)
      throw new StorageRefusal(
        '429',
        'too_many_uploads',
        `You have ${maxUnfinished} unfinished uploads. Finish or cancel one, or try again in an hour.`,
      );
    unfinished.delete(version);
    unfinished.set(version, { owner, time: Date.now() });
  };
  const forget = ({ version }: ResumableUpload) => unfinished.delete(version);

  const locked = () => new StorageRefusal('423', 'Locked', 'Another request continues this upload.');
  /** Runs `work` unless another request writes this upload. */
  async function whileLocked<T>({ version }: ResumableUpload, work: () => Promise<T>): Promise<T> {
    if (writing.has(version)) throw locked();
    writing.add(version);
    try {
      return await work();
    } finally {
      writing.delete(version);
    }
  }

  /** Returns the number of bytes that have arrived. Throws if the upload was removed. */
  async function offsetOf(upload: ResumableUpload, claims: Claims): Promise<number> {
    const size = await files.partialSize(upload.version);
    if (size !== null && size < upload.length) return size;
    // For clients, the full length means that the object is stored.
    if (writing.has(upload.version)) throw locked();
    // The response to the last bytes may have been lost.
    const object = await findObject(database, claims, { bucket: upload.bucket, name: upload.name });
    if (object?.version !== upload.version) throw objectNotFound();
    return upload.length;
  }

  async function finish(upload: ResumableUpload, claims: Claims): Promise<void> {
    const { bucket, name, version, length, mediaType, replaces } = upload;
    try {
      const head = await files.partialHead(version, signatureLength);
      if (!matchesSignature(mediaType, head)) throw unsupportedType(mediaType);
      await files.complete(version);
      const address = { bucket, name };
      await insertObject(database, claims, { address, version, replaces, size: length, mediaType });
    } catch (error) {
      // If the connection to the database was lost, the row may have been stored, so the file stays.
      if (isRefusal(error)) await files.remove(version);
      throw error;
    } finally {
      forget(upload);
    }
  }

  /** Appends the bytes of a request. If it is interrupted, keeps those that have arrived. */
  async function append(
    upload: ResumableUpload,
    claims: Claims,
    offset: number,
    body: Bytes,
  ): Promise<number> {
    const { version, length } = upload;
    reserve(upload);
    try {
      const size = await files.append(version, { offset, maxSize: length }, body);
      if (size > length) {
        await files.discard(version);
        forget(upload);
        throw objectTooLarge();
      }
      if (size === length) await finish(upload, claims);
      return size;
    } catch (error) {
      if (!(error instanceof WrongOffset)) throw error;
      // A complete or removed upload takes no disk space.
      if ((await files.partialSize(version)) === null) forget(upload);
      throw new StorageRefusal('409', 'Conflict', `The upload continues at ${error.offset}.`);
    }
  }

  const cancel = async (upload: ResumableUpload): Promise<void> => {
    if ((await files.partialSize(upload.version)) === null) throw objectNotFound();
    await files.discard(upload.version);
    forget(upload);
  };

  async function begin(request: Request, claims: Claims, owner: string): Promise<Response> {
    const { length, address, mediaType, replaces } = readUploadHeaders(request.headers);
    const bucket = await bucketOf(address.bucket);
    if (!bucket.allowedTypes.includes(mediaType)) throw unsupportedType(mediaType);
    if (length > bucket.maxBytes) throw objectTooLarge();
    await requireInsertAllowed(database, claims, { address, replaces });
    await removeExpired();
    const upload = { owner, ...address, version: randomUUID(), mediaType, length, replaces };
    reserve(upload);
    await files.begin(upload.version);
    const location = `/storage/v1/upload/resumable/${await tokens.sign(upload)}`;
    const { body } = request;
    const size = body ? await whileLocked(upload, () => append(upload, claims, 0, body)) : 0;
    return tusResponse(201, { location, 'upload-offset': String(size) });
  }

  return async (request: Request, claims: Claims, token: string | null): Promise<Response> => {
    requireProtocol(request.headers);
    const owner = claims.sub ?? claims.role;
    if (token === null) return begin(request, claims, owner);
    const upload = await tokens.read(token, owner);
    switch (request.method) {
      case 'PATCH': {
        const offset = readOffset(request.headers);
        const size = await whileLocked(upload, () => append(upload, claims, offset, request.body ?? []));
        return tusResponse(204, { 'upload-offset': String(size) });
      }
      case 'DELETE':
        await whileLocked(upload, () => cancel(upload));
        return tusResponse(204);
      default: {
        const offset = await offsetOf(upload, claims);
        return tusResponse(200, {
          'upload-offset': String(offset),
          'upload-length': String(upload.length),
          'cache-control': 'no-store',
        });
      }
    }
  };
}
