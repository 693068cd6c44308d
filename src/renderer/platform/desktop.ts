import type { CompletionRequest, CompletionResult } from '../../shared/completion/completion.ts';
import { CompletionError } from '../../shared/completion/error.ts';
import type { CloverBridge } from '../../shared/ipc/bridge.ts';
import { isOwnersService } from '../../shared/service/owner.ts';
import { loadModule } from '../lib/load-module.ts';
import { rememberSuccess } from '../lib/remember.ts';
import { callBridge } from './call-bridge.ts';
import { createDesktopKeys } from './own-keys/desktop-keys.ts';
import { createShell } from './desktop-shell.ts';
import type { CompleteChatOptions, Platform } from './platform.ts';

declare global {
  interface Window {
    /** Set by the preload script of the desktop app. */
    readonly clover?: CloverBridge;
  }
}

function bridge(): CloverBridge {
  if (!window.clover) throw new Error('This page was built for the desktop app.');
  return window.clover;
}

const loadConfig = rememberSuccess(async () => {
  const [{ parseConfig }, response] = await Promise.all([
    loadModule(() => import('./config-schema.ts')),
    fetch('/config.json'),
  ]);
  const body: unknown = await response.json();
  if (response.ok) return parseConfig(body);
  // Main's message explains why the service did not start.
  const hasMessage =
    typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string';
  throw new Error(hasMessage ? String(body.message) : "The service didn't start. Reopen the app.");
});

/** Written into the document by main. */
const readFact = (name: string): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name="clover-${name}"]`)?.content;

/** Changes are written to this copy and to main. */
const readUiState = (): Map<string, string> =>
  new Map(Object.entries(JSON.parse(readFact('ui-state') ?? '{}') as Record<string, string>));
let uiState: Map<string, string> | undefined;

/** With FileReader, because a long file would otherwise block the window. */
function toBase64(content: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () =>
      resolve(typeof reader.result === 'string' ? reader.result.replace(/^[^,]*,/, '') : '');
    reader.onerror = () => reject(new Error('Couldn’t read the file.'));
    reader.readAsDataURL(content);
  });
}

const stoppedError = (): CompletionError => new CompletionError('aborted', 'The reply was stopped.');

/** Subscribes before the call, so that no delta is missed. */
function completeChat(
  request: CompletionRequest,
  { signal, onDelta, accessToken }: CompleteChatOptions,
): Promise<CompletionResult> {
  if (signal.aborted) return Promise.reject(stoppedError());
  const requestId = crypto.randomUUID();
  return new Promise((resolve, reject) => {
    const undo = bridge().onCompletionEvent((event) => {
      if (event.requestId !== requestId) return;
      if (event.kind === 'delta') return onDelta(event.delta);
      finish();
      if (event.kind === 'done') resolve(event.result);
      else reject(new CompletionError(event.error.code, event.error.message, event.error.status));
    });
    const onAbort = (): void => {
      finish();
      reject(stoppedError());
      // The caller has already stopped.
      bridge()
        .cancelCompletion({ requestId })
        .catch(() => undefined);
    };
    const finish = (): void => {
      undo();
      signal.removeEventListener('abort', onAbort);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    bridge()
      .startCompletion({ requestId, request, accessToken })
      .catch(() => {
        finish();
        reject(new CompletionError('bad_request', "Couldn't send this message. Try again."));
      });
  });
}

export const desktopPlatform: Platform = {
  loadConfig,
  get service() {
    return readFact('service') ?? null;
  },
  completeChat,
  uiState: {
    get: (key) => (uiState ??= readUiState()).get(key) ?? null,
    set(key, value) {
      (uiState ??= readUiState()).set(key, value);
      // If saving fails, the previous state is restored at the next start.
      bridge()
        .writeUiState({ key, value })
        .catch(() => undefined);
    },
  },
  ownKeys: createDesktopKeys(bridge),
  listOwnModels: async (vendor, { accessToken, signal }) => {
    const { models } = await callBridge(() => bridge().listModels({ accessToken, vendor }));
    signal.throwIfAborted();
    return models;
  },
  hasOwnWindow: true,
  openExternal: (url) => callBridge(async () => bridge().openExternal({ url })),
  saveTextFile: async (name, content) => {
    const text = typeof content === 'string' ? content : await content.text();
    return (await callBridge(async () => bridge().saveTextFile({ name, text }))).saved;
  },
  saveFile: async (name, content) => {
    const text = await toBase64(content);
    return (await callBridge(async () => bridge().saveTextFile({ name, text, encoding: 'base64' }))).saved;
  },
  dragOut: (name, text) => callBridge(async () => bridge().dragOut({ name, text })),
  authCallback: 'clover://auth/callback',
  async openSignIn(url) {
    await callBridge(async () => bridge().openExternal({ url }));
    return 'elsewhere';
  },
  get ownerSession() {
    return isOwnersService(readFact('service') ?? null)
      ? () => callBridge(async () => bridge().readOwnerSession())
      : null;
  },
  shell: createShell(bridge),
};
