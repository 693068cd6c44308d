import { randomUUID } from 'node:crypto';
import type { Claims, Database } from '../database/database.ts';
import { matchesSignature, signatureLength } from './image-type.ts';
import type { ObjectFiles } from './object-files.ts';
import { insertObject, requireInsertAllowed, type Bucket, type ObjectAddress } from './object-rows.ts';
import { isRefusal, StorageRefusal, objectTooLarge, unsupportedType } from './refusal.ts';
import { readUpload, type UploadedFile } from './uploaded-file.ts';

/** Limits the concurrent uploads of an account, so that unfinished uploads take little disk space. */
const maxUploads = 4;

/** Yields the bytes. Throws if there are too many or they don't match the type. */
async function* checkBytes({ mediaType, bytes }: UploadedFile, maxBytes: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  let start = Buffer.alloc(0);
  for await (const piece of bytes) {
    size += piece.length;
    if (size > maxBytes) throw objectTooLarge();
    if (start.length < signatureLength) {
      start = Buffer.concat([start, piece]).subarray(0, signatureLength);
      if (start.length === signatureLength && !matchesSignature(mediaType, start))
        throw unsupportedType(mediaType);
    }
    yield piece;
  }
  if (start.length < signatureLength && !matchesSignature(mediaType, start)) throw unsupportedType(mediaType);
}

export interface Upload {
  readonly request: Request;
  readonly claims: Claims;
  readonly bucket: Bucket;
  readonly address: ObjectAddress;
  readonly replaces: boolean;
}

export function createUploads(database: Database, files: ObjectFiles) {
  const running = new Map<string, number>();

  async function store({ claims, bucket, address, replaces }: Upload, file: UploadedFile): Promise<Response> {
    if (!bucket.allowedTypes.includes(file.mediaType)) throw unsupportedType(file.mediaType);
    const version = randomUUID();
    const size = await files.write(version, checkBytes(file, bucket.maxBytes));
    try {
      const id = await insertObject(database, claims, {
        address,
        version,
        replaces,
        size,
        mediaType: file.mediaType,
      });
      return Response.json({ Id: id, Key: `${address.bucket}/${address.name}` });
    } catch (error) {
      // If the connection was lost, the row may have been stored, so the file stays. The clean-up removes it if it has
      // no row.
      if (isRefusal(error)) await files.remove(version);
      throw error;
    }
  }

  return async (upload: Upload): Promise<Response> => {
    const { request, claims, address, replaces } = upload;
    // Checked before the body is read.
    await requireInsertAllowed(database, claims, { address, replaces });
    const owner = claims.sub ?? claims.role;
    const count = running.get(owner) ?? 0;
    if (count >= maxUploads)
      throw new StorageRefusal(
        '429',
        'too_many_uploads',
        `You are already uploading ${maxUploads} files. Try again when one is complete.`,
      );
    running.set(owner, count + 1);
    try {
      return await readUpload(request, (file) => store(upload, file));
    } finally {
      const remainingUploads = (running.get(owner) ?? 1) - 1;
      if (remainingUploads > 0) running.set(owner, remainingUploads);
      else running.delete(owner);
    }
  };
}
