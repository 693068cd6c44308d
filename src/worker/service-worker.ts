// Opens the app without a network, and keeps open tabs working after a deployment (docs/ARCHITECTURE.md, "Without a
// network"). Serves the app's pages, the build's files and the configuration. The browser handles all other requests,
// such as those for the service, the public pages and the console.
import { NetworkFirst, type PrecacheEntry, Serwist, type SerwistPlugin } from 'serwist';
import { deleteOldTexts, loadTexts, splitTexts, updateTexts } from './texts.ts';
import { replaceVersion, sharedCacheName, versionCacheName } from './versions.ts';

declare const self: ServiceWorkerGlobalScope & {
  /** The files of this build, from src/renderer/vite.worker.ts. */
  readonly __SW_MANIFEST: PrecacheEntry[];
};

const { files, texts } = splitTexts(self.__SW_MANIFEST);
const shell = files.find(({ url }) => url === '/chat');
if (!shell?.revision) throw new Error('The build has no page for /chat (vite.worker.ts).');
const cacheName = versionCacheName(shell.revision);

const configPath = '/config.json';
const readServiceUrl = async (response: Response): Promise<unknown> =>
  ((await response.json()) as { readonly supabaseUrl?: unknown }).supabaseUrl;

/**
 * Stores the page again if the service has moved, even if its content is the same: the Content Security Policy of the
 * stored page contains the old origin.
 */
const followService: SerwistPlugin = {
  // Store the response under its path alone: the service's responses vary by the header Origin, and a preload request
  // has that header.
  cacheKeyWillBeUsed: async () => configPath,
  // If the service is down, a proxy may respond instead.
  async fetchDidSucceed({ response }) {
    if (!response.ok) throw new Error(`The configuration has the status ${response.status}.`);
    return response;
  },
  async cacheDidUpdate({ oldResponse, newResponse, event }) {
    if (!oldResponse || (await readServiceUrl(oldResponse)) === (await readServiceUrl(newResponse.clone())))
      return;
    const key = serwist.getPrecacheKeyForUrl(shell.url);
    const page = await fetch(shell.url, { cache: 'reload', integrity: shell.integrity ?? '' }).catch(
      () => null,
    );
    if (!key || !page?.ok) return;
    await (await caches.open(cacheName)).put(key, page);
    const client = event instanceof FetchEvent ? await self.clients.get(event.clientId) : undefined;
    if (client instanceof WindowClient) await client.navigate(client.url);
  },
};

const serwist = new Serwist({
  precacheEntries: files,
  precacheOptions: {
    cacheName,
    // The page's requests have priority.
    concurrency: 2,
    fetchOptions: { priority: 'low' },
    navigateFallback: shell.url,
    navigateFallbackAllowlist: [/^\/(?:chat|history|account(?:\/[a-z]+)?)(?:\?|$)/],
  },
  // Also takes control of open tabs, so that their files still load from the cache after the next deployment.
  clientsClaim: true,
  runtimeCaching: [
    {
      matcher: ({ url, sameOrigin }) => sameOrigin && url.pathname === configPath,
      handler: new NetworkFirst({
        cacheName: sharedCacheName,
        // After this time, the last stored configuration is used.
        networkTimeoutSeconds: 3,
        plugins: [followService],
      }),
    },
    {
      // Files of the previous version, for tabs that still use it, and texts in languages other than English.
      matcher: ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
      handler: async ({ request }) =>
        (await caches.match(request, { ignoreVary: true })) ??
        loadTexts(await caches.open(sharedCacheName), request, fetch),
    },
  ],
});

self.addEventListener('install', (event) =>
  event.waitUntil(
    caches
      .open(sharedCacheName)
      .then((shared) => Promise.all([shared.add(configPath), updateTexts(shared, texts)])),
  ),
);
self.addEventListener('activate', (event) =>
  event.waitUntil(
    Promise.all([
      replaceVersion(caches, cacheName),
      caches.open(sharedCacheName).then((shared) => deleteOldTexts(shared, texts)),
    ]),
  ),
);
serwist.addEventListeners();
