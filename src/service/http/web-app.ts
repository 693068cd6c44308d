import { readFile, stat } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const compress = promisify(gzip);

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};
const compressible = /\.(html|js|css|json|svg|txt|xml|webmanifest)$/;

/** Origins that the page may talk to besides its own; those of a hosted service, whose sockets count apart. */
function connectSources(hostedUrl: string | null): string {
  if (!hostedUrl) return "'self'";
  return `'self' ${hostedUrl} ${hostedUrl.replace(/^http/, 'ws')}`;
}

function securityHeaders(hostedUrl: string | null): Record<string, string> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      // Mantine writes its variables and responsive rules into style elements.
      "style-src 'self' 'unsafe-inline'",
      "font-src 'self'",
      // Pictures of other hosts are shown after a click that names the host, and only over TLS.
      "img-src 'self' data: blob: https:",
      `connect-src ${connectSources(hostedUrl)}`,
      "manifest-src 'self'",
      "worker-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  };
}

interface Asset {
  readonly body: Buffer<ArrayBuffer>;
  readonly compressed: Buffer<ArrayBuffer> | null;
}

/**
 * Serves the built web app: files as they are, and `index.html` for every path that is no file, because the routes
 * live in the app. Files below `assets/` carry a hash in their name and are cached for good.
 */
export function createWebApp(
  directory: string,
  hostedUrl: string | null,
): (request: Request) => Promise<Response> {
  const root = resolve(directory);
  const headers = securityHeaders(hostedUrl);
  const cache = new Map<string, Promise<Asset | null>>();

  async function load(path: string): Promise<Asset | null> {
    const file = await stat(path).catch(() => null);
    if (!file?.isFile()) return null;
    const body = await readFile(path);
    return { body, compressed: compressible.test(path) ? await compress(body) : null };
  }
  const cached = (path: string) => {
    const known = cache.get(path);
    if (known) return known;
    const loading = load(path);
    // Only what exists is kept: otherwise anyone could fill the memory with names.
    cache.set(path, loading);
    loading.then(
      (asset) => asset ?? cache.delete(path),
      () => cache.delete(path),
    );
    return loading;
  };

  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } });
    let pathname: string;
    try {
      pathname = decodeURIComponent(new URL(request.url).pathname);
    } catch {
      return new Response('Bad request', { status: 400 });
    }
    const wanted = resolve(join(root, pathname));
    // The build keeps its notes in folders that begin with a dot.
    const isInside = (wanted === root || wanted.startsWith(root + sep)) && !pathname.includes('/.');
    const asset = isInside && !pathname.includes('\0') ? await cached(wanted) : null;
    if (!asset && pathname.startsWith('/assets/')) return new Response('Not found', { status: 404, headers });
    const page = asset ?? (await cached(join(root, 'index.html')));
    if (!page) return new Response('The web app is not built. Run: npm run build:web', { status: 503 });
    const extension = asset ? extname(wanted) : '.html';
    const isGzip = page.compressed !== null && /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '');
    return new Response(request.method === 'HEAD' ? null : isGzip ? page.compressed : page.body, {
      headers: {
        ...headers,
        'content-type': types[extension] ?? 'application/octet-stream',
        'cache-control': pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        vary: 'accept-encoding',
        ...(isGzip ? { 'content-encoding': 'gzip' } : {}),
      },
    });
  };
}
