import { extname, join, normalize, sep } from 'node:path';

const documentFile = 'index.html';

const types: Readonly<Record<string, string>> = {
  '.bin': 'application/octet-stream',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

export interface Asset {
  /** Absolute path inside the root folder. */
  readonly path: string;
  readonly type: string;
  readonly isDocument: boolean;
}

/**
 * Returns the file for a URL of the app, or null. A URL without a file extension is a route and gets the document, so
 * that `/chat/1` can be reloaded. No URL gives access to a file outside `root`.
 */
export function resolveAsset(root: string, url: string): Asset | null {
  let pathname: string;
  try {
    pathname = decodeURIComponent(new URL(url).pathname);
  } catch {
    return null;
  }
  // Backslashes and drive letters are separators on Windows; our file names contain no control characters.
  // oxlint-disable-next-line no-control-regex
  if (/[\\:\u0000-\u001f]/.test(pathname)) return null;
  // The URL parser resolves `..`, but not an encoded `..`, which would appear after decoding.
  if (pathname.split('/').includes('..')) return null;

  const extension = extname(pathname).toLowerCase();
  if (extension === '')
    return { path: join(root, documentFile), type: types['.html'] ?? '', isDocument: true };
  const type = types[extension];
  if (type === undefined) return null;
  const path = normalize(join(root, pathname));
  if (!path.startsWith(normalize(root + sep))) return null;
  return { path, type, isDocument: extension === '.html' };
}
