import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};
const compressible = /^(?:text|application)\/(?!octet-stream)|svg/;

type FileBytes = Buffer<ArrayBuffer>;

/** Ordered from the best to the worst compression. */
const encodings = [
  {
    name: 'br',
    // For files that the build didn't compress. Higher qualities take many times as long.
    encode: (body: FileBytes) =>
      promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } }),
  },
  { name: 'gzip', encode: (body: FileBytes) => promisify(gzip)(body) },
] as const;

export interface WebFile {
  readonly body: FileBytes;
  readonly type: string;
  readonly tag: string;
  readonly encoded: Map<string, Promise<FileBytes>>;
}

export const createWebFile = (name: string, body: FileBytes): WebFile => ({
  body,
  type: types[extname(name)] ?? 'application/octet-stream',
  tag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
  encoded: new Map(),
});

/** Caches existing files only, because otherwise anyone could fill the memory with invented names. */
export function createFileCache(): (path: string) => Promise<WebFile | null> {
  const cache = new Map<string, Promise<WebFile | null>>();
  async function load(path: string): Promise<WebFile | null> {
    const stats = await stat(path).catch(() => null);
    if (!stats?.isFile()) return null;
    const file = createWebFile(path, await readFile(path));
    // Compressed at build time (src/renderer/vite.compress.ts).
    const compressed = await readFile(`${path}.br`).catch(() => null);
    if (compressed) file.encoded.set('br', Promise.resolve(compressed));
    return file;
  }
  return (path) => {
    const cached = cache.get(path);
    if (cached) return cached;
    const loading = load(path);
    cache.set(path, loading);
    loading.then(
      (file) => file ?? cache.delete(path),
      () => cache.delete(path),
    );
    return loading;
  };
}

/** Sends a file in the best encoding that the client accepts, or 304 if the client already has it. */
export async function sendFile(
  request: Request,
  file: WebFile,
  { status = 200, headers }: { readonly status?: number; readonly headers: Readonly<Record<string, string>> },
): Promise<Response> {
  const common = { ...headers, 'content-type': file.type, etag: file.tag, vary: 'accept-encoding' };
  if (status === 200 && request.headers.get('if-none-match')?.includes(file.tag))
    return new Response(null, { status: 304, headers: common });
  const accepted = request.headers.get('accept-encoding') ?? '';
  const encoding = compressible.test(file.type)
    ? encodings.find(({ name }) => new RegExp(`\\b${name}\\b(?!;q=0(?:\\.0+)?(?:,|$))`).test(accepted))
    : undefined;
  if (!encoding)
    return new Response(request.method === 'HEAD' ? null : file.body, { status, headers: common });
  const encoded = file.encoded.get(encoding.name) ?? encoding.encode(file.body);
  file.encoded.set(encoding.name, encoded);
  const body = await encoded;
  return new Response(request.method === 'HEAD' ? null : body, {
    status,
    headers: { ...common, 'content-encoding': encoding.name },
  });
}
