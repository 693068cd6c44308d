import type { ObjectFiles } from './object-files.ts';
import type { Bucket, ObjectRow } from './object-rows.ts';
import { objectNotFound, StorageRefusal } from './refusal.ts';

interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Parses the requested part of a file. Returns null for all of it. A request for several parts gets the whole file. */
export function parseRange(header: string | null, size: number): ByteRange | null {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (from === '' && to === '') return null;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (start >= size || start > end)
    throw new StorageRefusal('416', 'InvalidRange', 'The requested range is not satisfiable');
  return { start, end };
}

const encodeName = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);

function headersOf({ metadata, updated_at }: ObjectRow, bucket: Bucket, fileName: string | null) {
  return {
    // Must be one of the bucket's types, so that browsers never run an uploaded file.
    'content-type': bucket.allowedTypes.includes(metadata.mimetype)
      ? metadata.mimetype
      : 'application/octet-stream',
    'content-disposition': fileName ? `attachment; filename*=UTF-8''${encodeName(fileName)}` : 'attachment',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    // The browser must not store the file, because it would keep the file after signing out.
    'cache-control': 'private, no-store',
    'accept-ranges': 'bytes',
    etag: metadata.eTag,
    'last-modified': new Date(updated_at).toUTCString(),
  };
}

export async function sendObject(
  request: Request,
  object: ObjectRow,
  {
    files,
    bucket,
    fileName = null,
  }: { readonly files: ObjectFiles; readonly bucket: Bucket; readonly fileName?: string | null },
): Promise<Response> {
  const { size } = object.metadata;
  const condition = request.headers.get('if-range');
  const isCurrent = condition === null || condition === object.metadata.eTag;
  const part = isCurrent ? parseRange(request.headers.get('range'), size) : null;
  const { start, end } = part ?? { start: 0, end: size - 1 };
  const headers = {
    ...headersOf(object, bucket, fileName),
    'content-length': String(end - start + 1),
    ...(part && { 'content-range': `bytes ${start}-${end}/${size}` }),
  };
  const status = part ? 206 : 200;
  if (request.method === 'HEAD' || size === 0) return new Response(null, { status, headers });
  const bytes = await files.read(object.version, { start, end });
  if (!bytes) throw objectNotFound();
  return new Response(bytes, { status, headers });
}

export const objectInfo = ({ metadata, ...object }: ObjectRow): Response =>
  Response.json({
    id: object.id,
    name: object.name,
    version: object.version,
    bucket_id: object.bucket_id,
    size: metadata.size,
    content_type: metadata.mimetype,
    etag: metadata.eTag,
    last_modified: object.updated_at,
    created_at: object.created_at,
    metadata: {},
  });
