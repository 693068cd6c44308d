import type { ObjectAddress } from './object-rows.ts';
import { invalidRequest, StorageRefusal, unsupportedType } from './refusal.ts';
import { checkAddress } from './routes.ts';

const version = '1.0.0';

export const tusResponse = (status: number, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(null, { status, headers: { 'tus-resumable': version, ...headers } });

export function requireProtocol(headers: Headers): void {
  if (headers.get('tus-resumable') !== version)
    throw new StorageRefusal('412', 'InvalidRequest', `This service supports version ${version} of TUS.`);
}

/** Reads the offset at which a request continues the upload. Throws StorageRefusal. */
export function readOffset(headers: Headers): number {
  const type = headers.get('content-type') ?? '';
  if (type !== 'application/offset+octet-stream') throw unsupportedType(type);
  const offset = Number(headers.get('upload-offset') ?? NaN);
  if (!Number.isSafeInteger(offset) || offset < 0) throw invalidRequest('Upload-Offset must be a position.');
  return offset;
}

/** Decodes pairs of a key and a base64 value, separated by commas. */
const decodeMetadata = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text.split(',').map((pair) => {
      const [key = '', value = ''] = pair.trim().split(' ');
      return [key, Buffer.from(value, 'base64').toString()];
    }),
  );

interface UploadHeaders {
  readonly address: ObjectAddress;
  readonly length: number;
  readonly mediaType: string;
  readonly replaces: boolean;
}

/** Reads the properties of a new upload. Throws StorageRefusal. */
export function readUploadHeaders(headers: Headers): UploadHeaders {
  const length = Number(headers.get('upload-length') ?? NaN);
  if (!Number.isSafeInteger(length) || length < 1) throw invalidRequest('Upload-Length must be a size.');
  const metadata = decodeMetadata(headers.get('upload-metadata') ?? '');
  const mediaType = (metadata.get('contentType') ?? '').toLowerCase();
  return {
    address: checkAddress({
      bucket: metadata.get('bucketName') ?? '',
      name: metadata.get('objectName') ?? '',
    }),
    length,
    mediaType,
    replaces: headers.get('x-upsert') === 'true',
  };
}
