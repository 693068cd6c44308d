import { externalUrl } from '../../shared/domain/external-url.ts';
import { paths } from '../lib/paths.ts';
import { loadModule } from '../lib/load-module.ts';
import { cacheSuccess } from '../lib/cache-success.ts';
import { unreachable } from '../lib/unreachable.ts';
import type { OwnKeys } from './own-keys/own-keys.ts';
import { parseConfig } from './parse-config.ts';
import type { Platform } from './platform.ts';

/** The lifetime of the cookie in seconds [CHAT-022]. */
const uiStateSeconds = 7 * 24 * 60 * 60;

const loadConfig = cacheSuccess(async () => {
  const response = await fetch('/config.json', { headers: { accept: 'application/json' } }).catch(fail);
  if (!response.ok) return fail(response.status);
  const body: unknown = await response.json().catch(fail);
  try {
    return parseConfig(body);
  } catch {
    return fail('no configuration');
  }
});

/** Throws with a message for the user instead of the browser's "Failed to fetch". */
function fail(reason: unknown): never {
  throw new Error(unreachable, { cause: reason });
}

/** Resolves with the suggested name, because the page doesn't learn whether and where the user saved the file. */
async function download(name: string, content: Blob): Promise<string> {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers read the blob only after the click event.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
  return name;
}

/** Loads the gateway when it is first needed, so that public pages don't. */
const loadGateway = cacheSuccess(async () => {
  const { createWebGateway } = await loadModule(() => import('./web-gateway.ts'));
  return createWebGateway(loadConfig);
});
const ownKeys: OwnKeys = {
  describe: async () => (await loadGateway()).ownKeys.describe(),
  status: async (...args) => (await loadGateway()).ownKeys.status(...args),
  set: async (...args) => (await loadGateway()).ownKeys.set(...args),
  delete: async (...args) => (await loadGateway()).ownKeys.delete(...args),
  verify: async (...args) => (await loadGateway()).ownKeys.verify(...args),
  forget: async (...args) => (await loadGateway()).ownKeys.forget(...args),
};

export const webPlatform: Platform = {
  loadConfig,

  completeChat: async (...args) => (await loadGateway()).completeChat(...args),
  resumeReply: async (...args) => (await loadGateway()).resumeReply(...args),
  stopReply: async (...args) => (await loadGateway()).stopReply(...args),
  transcribe: async (...args) => (await loadGateway()).transcribe(...args),
  ownKeys,

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

  listOwnModels: null,
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
  shareFile: null,
  ownerSession: null,
  shell: null,
};
