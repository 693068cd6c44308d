import { join, resolve, sep } from 'node:path';
import { recognizerPolicy } from '../../shared/recognizer.ts';
import { immutableCaching, securityHeaders, strictTransport } from './security-headers.ts';
import { createFileCache, sendFile, type WebFile, createWebFile } from './web-files.ts';
import { pageAt, readRoutes, robotsText, siteMap, type WebRoutes, withOrigin } from './web-routes.ts';

/**
 * Serves the built web app. A path without a file gets a page: a prerendered one, the app shell, or the not-found page.
 * Files below `assets/` have a hash in their name and are cached permanently. Everything else is revalidated.
 */
export function createWebApp(
  directory: string,
  hostedUrl: string | null,
): (request: Request) => Promise<Response> {
  const root = resolve(directory);
  const loadCached = createFileCache();

  /** Caches each page with the origin it was last sent for, because the origin rarely changes. */
  const completedPages = new WeakMap<WebFile, { readonly origin: string; readonly file: WebFile }>();
  function atOrigin(file: WebFile, name: string, origin: string): WebFile {
    const cached = completedPages.get(file);
    if (cached?.origin === origin) return cached.file;
    const next = createWebFile(name, Buffer.from(withOrigin(file.body.toString('utf8'), origin)));
    completedPages.set(file, { origin, file: next });
    return next;
  }

  /** Caches the parsed list of pages for each version of its file. */
  const lists = new WeakMap<WebFile, WebRoutes | null>();
  async function loadRoutes(): Promise<WebRoutes | null> {
    const file = await loadCached(join(root, '.vite/routes.json'));
    if (!file) return null;
    const cached = lists.get(file);
    if (cached !== undefined) return cached;
    const routes = readRoutes(file.body.toString('utf8'));
    lists.set(file, routes);
    return routes;
  }

  /** Loads the page for a path. Returns null before the first build. */
  async function loadPage(url: URL): Promise<{ file: WebFile; status: number } | null> {
    const routes = await loadRoutes();
    const page = routes ? pageAt(routes, url.pathname) : { file: 'index.html', isFound: true };
    const file = await loadCached(join(root, page.file));
    if (!file) return null;
    return { file: atOrigin(file, page.file, url.origin), status: page.isFound ? 200 : 404 };
  }

  async function loadIndex(url: URL): Promise<WebFile | null> {
    const write = { '/robots.txt': robotsText, '/sitemap.xml': siteMap }[url.pathname];
    const routes = write && (await loadRoutes());
    return write && routes ? createWebFile(url.pathname, Buffer.from(write(routes, url.origin))) : null;
  }

  /**
   * Returns `/pricing` for `/pricing/`. Only known paths are redirected, so that no redirect points to another site.
   */
  async function redirectTarget(url: URL): Promise<string | null> {
    if (!url.pathname.endsWith('/')) return null;
    const path = url.pathname.slice(0, -1);
    const routes = await loadRoutes();
    return routes && pageAt(routes, path).isFound ? path + url.search : null;
  }

  /**
   * Finds a file of the build by name. Excludes pages and the build's internal files, whose names begin with a dot or
   * an underscore.
   */
  async function loadFile(path: string): Promise<WebFile | null> {
    const file = resolve(join(root, path));
    const isInside = file.startsWith(root + sep) && !/\/\.|^\/_|\0|\.html$/.test(path);
    return isInside ? loadCached(file) : null;
  }

  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } });
    const url = new URL(request.url);
    const security = {
      ...securityHeaders(hostedUrl, (await loadRoutes())?.inlineScripts),
      ...(url.protocol === 'https:' && strictTransport),
    };
    const fresh = { ...security, 'cache-control': 'no-cache' };
    // Not cached, because a cache would still report a file as missing after an upgrade has added it.
    const missingHeaders = { ...security, 'cache-control': 'no-store' };
    let path: string;
    try {
      path = decodeURIComponent(url.pathname);
    } catch {
      return new Response('Bad request', { status: 400 });
    }
    const file = (await loadIndex(url)) ?? (await loadFile(path));
    const isAsset = path.startsWith('/assets/');
    if (file) {
      const policy = recognizerPolicy(path);
      const permanently = {
        ...security,
        ...(policy !== null && { 'content-security-policy': policy }),
        'cache-control': immutableCaching,
      };
      return sendFile(request, file, { headers: isAsset ? permanently : fresh });
    }
    if (isAsset) return new Response('Not found', { status: 404, headers: missingHeaders });
    const address = await redirectTarget(url);
    if (address !== null)
      return new Response(null, { status: 308, headers: { ...fresh, location: address } });
    const page = await loadPage(url);
    if (!page) return new Response('The web app is not built. Run: npm run build:web', { status: 503 });
    return sendFile(request, page.file, { status: page.status, headers: fresh });
  };
}
