import { extname, join, normalize, sep } from 'node:path';

const documentFile = 'index.html';

const types: Readonly<Record<string, string>> = {
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
  /** Absolute path below the root. */
  readonly path: string;
  readonly type: string;
  readonly isDocument: boolean;
}

/**
 * The file that answers an address of the app, or null when there can be none.
 *
 * An address whose last part has no extension is a route of the app and gets the document, so that a reload at
 * `/chat/1` works. Nothing outside `root` can be named, however the address is written.
 */
export function resolveAsset(root: string, url: string): Asset | null {
  let pathname: string;
  try {
    pathname = decodeURIComponent(new URL(url).pathname);
  } catch {
    return null;
  }
  // Backslashes and drive letters are separators on Windows only; a control character never names a file of ours.
  // oxlint-disable-next-line no-control-regex
  if (/[\\:\u0000-\u001f]/.test(pathname)) return null;
  // Encoded dots and slashes were hidden from the URL parser, which folds plain ones away; after decoding none may be left.
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
