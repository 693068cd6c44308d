import { externalUrl } from '../../shared/domain/external-url.ts';
import { paths } from '../lib/paths.ts';
import { loadModule } from '../lib/load-module.ts';
import { cacheSuccess } from '../lib/cache-success.ts';
import { unreachable } from '../lib/unreachable.ts';
import type { OwnKeys } from './own-keys/own-keys.ts';
import type { CompleteChatOptions, Platform } from './platform.ts';
import type { CompletionRequest } from '../../shared/completion/completion.ts';
import type { OwnKey } from '../../shared/providers/gateway.ts';

/** How long the cookie is kept [CHAT-022]. */
const uiStateSeconds = 7 * 24 * 60 * 60;

const loadConfig = cacheSuccess(async () => {
  const [{ parseConfig }, response] = await Promise.all([
    loadModule(() => import('./config-schema.ts')),
    fetch('/config.json', { headers: { accept: 'application/json' } }).catch(fail),
  ]);
  if (!response.ok) return fail(response.status);
  const body: unknown = await response.json().catch(fail);
  try {
    return parseConfig(body);
  } catch {
    return fail('no configuration');
  }
});

/** A message for the user instead of the browser's "Failed to fetch". */
function fail(reason: unknown): never {
  throw new Error(unreachable, { cause: reason });
}

/** Always true, because the page doesn't learn whether the user saved the file. */
async function download(name: string, content: Blob): Promise<boolean> {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers read the blob only after the click event.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
  return true;
}

/** Loaded when a key is first needed, not on public pages. */
const loadKeys = cacheSuccess(async () => {
  const { createWebKeys, openKeyDatabase } = await loadModule(() => import('./own-keys/web-keys.ts'));
  return createWebKeys({ loadConfig, database: openKeyDatabase() });
});
const ownKeys: OwnKeys = {
  describe: async () => (await loadKeys()).ownKeys.describe(),
  status: async (...given) => (await loadKeys()).ownKeys.status(...given),
  set: async (...given) => (await loadKeys()).ownKeys.set(...given),
  delete: async (...given) => (await loadKeys()).ownKeys.delete(...given),
  verify: async (...given) => (await loadKeys()).ownKeys.verify(...given),
  forget: async (...given) => (await loadKeys()).ownKeys.forget(...given),
};

/** The user's own key for the request's vendor and origin, or null. */
async function ownKeyFor(
  { vendor }: CompletionRequest,
  { accessToken, endpointOrigin }: CompleteChatOptions,
): Promise<OwnKey | null> {
  if (vendor === undefined || endpointOrigin === undefined) return null;
  const key = await (await loadKeys()).take({ accessToken, vendor, endpointOrigin });
  return key === null ? null : { vendor, key, origin: endpointOrigin };
}

/** The functions of the gateway, and the service to call as the owner of this token. */
async function openGateway(token: string) {
  const [gateway, config] = await Promise.all([
    loadModule(() => import('../../shared/providers/gateway.ts')),
    loadConfig(),
  ]);
  return { ...gateway, service: { url: config.supabaseUrl, key: config.supabaseKey, token } };
}

/** Without a receiver, because a browser's function fails if it is called as a method of another object. */
const fetchNow: typeof fetch = (input, init) => fetch(input, init);

export const webPlatform: Platform = {
  loadConfig,

  async completeChat(request, options) {
    const { signal, onDelta, accessToken } = options;
    const [{ completeThroughGateway, service }, ownKey] = await Promise.all([
      openGateway(accessToken),
      ownKeyFor(request, options),
    ]);
    return completeThroughGateway(service, request, {
      signal,
      onDelta,
      fetch: fetchNow,
      ...(ownKey && { ownKey }),
    });
  },

  async resumeReply(request, { signal, onDelta, accessToken }) {
    const { resumeThroughGateway, service } = await openGateway(accessToken);
    return resumeThroughGateway(service, request, { signal, onDelta, fetch: fetchNow });
  },

  async stopReply(replyId, { accessToken }) {
    const { stopThroughGateway, service } = await openGateway(accessToken);
    const { signal } = new AbortController();
    return stopThroughGateway(service, replyId, { signal, fetch: fetchNow });
  },

  ownKeys,

  async listOwnModels(vendor, options) {
    const [{ listOwnModels }, config] = await Promise.all([
      loadModule(() => import('./own-keys/web-keys.ts')),
      loadConfig(),
    ]);
    return listOwnModels(config, vendor, options);
  },

  uiState: {
    get(key) {
      const name = `${encodeURIComponent(key)}=`;
      const cookie = document.cookie.split('; ').find((part) => part.startsWith(name));
      return cookie === undefined ? null : decodeURIComponent(cookie.slice(name.length));
    },
    set(key, value) {
      const cookie = `${encodeURIComponent(key)}=${encodeURIComponent(value)}`;
      document.cookie = `${cookie}; path=/; max-age=${uiStateSeconds}; SameSite=Lax`;
    },
  },

  findLocalModels: null,
  hasOwnWindow: false,
  async openExternal(address) {
    const url = externalUrl(address);
    if (url) window.open(url, '_blank', 'noopener,noreferrer');
  },

  saveTextFile: (name, text) =>
    download(name, typeof text === 'string' ? new Blob([text], { type: 'text/plain;charset=utf-8' }) : text),
  saveFile: download,

  get authCallback() {
    return new URL(paths.authCallback, location.origin).href;
  },
  async openSignIn(url) {
    location.assign(url);
    return 'here';
  },

  service: null,
  replyKeeper: null,
  serviceWorker: import.meta.env.PROD ? '/sw.js' : null,
  dragOut: null,
  ownerSession: null,
  shell: null,
};
