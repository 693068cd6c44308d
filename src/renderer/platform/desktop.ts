import type {
  CompletionRequest,
  CompletionResult,
  ResumeRequest,
} from '../../shared/completion/completion.ts';
import { CompletionError } from '../../shared/completion/error.ts';
import type { CloverBridge } from '../../shared/ipc/bridge.ts';
import { isOwnersService } from '../../shared/service/owner.ts';
import { loadModule } from '../lib/load-module.ts';
import { cacheSuccess } from '../lib/cache-success.ts';
import { callBridge } from './call-bridge.ts';
import { createDesktopKeys } from './own-keys/desktop-keys.ts';
import { createShell } from './desktop-shell.ts';
import { parseConfig } from './parse-config.ts';
import type { CompleteChatOptions, Platform, ReplyKeeper } from './platform.ts';

declare global {
  interface Window {
    /** Set by the desktop app's preload script. */
    readonly clover?: CloverBridge;
  }
}

function bridge(): CloverBridge {
  if (!window.clover) throw new Error('This page was built for the desktop app.');
  return window.clover;
}

const loadConfig = cacheSuccess(async () => {
  const response = await fetch('/config.json');
  const body: unknown = await response.json();
  if (response.ok) return parseConfig(body);
  // The main process sends a message that explains why the service did not start.
  const hasMessage =
    typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string';
  throw new Error(hasMessage ? String(body.message) : "The service didn't start. Reopen the app.");
});

/** Reads a value that the main process has written into the document. */
const readMeta = (name: string): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name="clover-${name}"]`)?.content;

/** Returns a copy of the UI state. Changes are written to it and to the main process. */
const readUiState = (): Map<string, string> =>
  new Map(Object.entries(JSON.parse(readMeta('ui-state') ?? '{}') as Record<string, string>));
let uiState: Map<string, string> | undefined;

/** Encodes with FileReader, because a long file would otherwise block the window. */
function toBase64(content: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () =>
      resolve(typeof reader.result === 'string' ? reader.result.replace(/^[^,]*,/, '') : '');
    reader.onerror = () => reject(new Error("Couldn't read the file."));
    reader.readAsDataURL(content);
  });
}

const stoppedError = (): CompletionError => new CompletionError('aborted', 'The reply was stopped.');

/**
 * Reads a reply that the main process passes on as events. Subscribes before the call, so that no delta is
 * missed. Resolves with null if there are no events.
 *
 * @param call requests the events from the main process; resolves with false if there are none
 */
function readEvents(
  { signal, onDelta }: Pick<CompleteChatOptions, 'signal' | 'onDelta'>,
  call: (requestId: string) => Promise<boolean>,
): Promise<CompletionResult | null> {
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
      // A failure doesn't matter, because the caller has already stopped the reply.
      bridge()
        .cancelCompletion({ requestId })
        .catch(() => undefined);
    };
    const finish = (): void => {
      undo();
      signal.removeEventListener('abort', onAbort);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    call(requestId).then(
      (hasEvents) => {
        if (hasEvents) return;
        finish();
        resolve(null);
      },
      (error: unknown) => {
        finish();
        reject(error as Error);
      },
    );
  });
}

const refusedError = (): CompletionError =>
  new CompletionError('bad_request', "Couldn't send this message. Try again.");

async function completeChat(
  request: CompletionRequest,
  options: CompleteChatOptions,
): Promise<CompletionResult> {
  const { accessToken } = options;
  const result = await readEvents(options, async (requestId) => {
    await bridge()
      .startCompletion({ requestId, request, accessToken })
      .catch(() => {
        throw refusedError();
      });
    return true;
  });
  if (!result) throw refusedError();
  return result;
}

/**
 * Returns the gateway's functions and the service to call for the token's user. Used for replies that the main process
 * does not write.
 */
async function openGateway(token: string) {
  const [gateway, { supabaseUrl: url, supabaseKey: key }] = await Promise.all([
    loadModule(() => import('../../shared/providers/gateway.ts')),
    loadConfig(),
  ]);
  return { ...gateway, service: { url, key, token } };
}

const fetchNow: typeof fetch = (input, init) => fetch(input, init);

const notFound = (error: unknown): null => {
  if (error instanceof CompletionError && error.code === 'not_found') return null;
  throw error;
};

/** Reads from the main process if it writes the reply, otherwise from the gateway. */
async function resumeReply(
  request: ResumeRequest,
  options: Omit<CompleteChatOptions, 'endpointOrigin'>,
): Promise<CompletionResult> {
  const { accessToken, signal, onDelta } = options;
  const result = await readEvents(options, async (requestId) => {
    const { isFound } = await callBridge(() => bridge().resumeReply({ requestId, accessToken, ...request }));
    return isFound;
  }).catch(notFound);
  if (result !== null) return result;
  const { resumeThroughGateway, service } = await openGateway(accessToken);
  return resumeThroughGateway(service, request, { signal, onDelta, fetch: fetchNow });
}

async function stopReply(
  replyId: string,
  { accessToken }: Pick<CompleteChatOptions, 'accessToken'>,
): Promise<void> {
  const { isFound } = await callBridge(() => bridge().stopReply({ replyId, accessToken }));
  if (isFound) return;
  const { stopThroughGateway, service } = await openGateway(accessToken);
  await stopThroughGateway(service, replyId, { signal: new AbortController().signal, fetch: fetchNow });
}

const ignore = (): void => undefined;

const replyKeeper: ReplyKeeper = {
  useToken: (accessToken) => void bridge().useToken({ accessToken }).catch(ignore),
  settle: (accessToken) => bridge().settleReplies({ accessToken }).catch(ignore),
  forget: (accessToken) => bridge().forgetReplies({ accessToken }).catch(ignore),
};

export const desktopPlatform: Platform = {
  loadConfig,
  get service() {
    return readMeta('service') ?? null;
  },
  serviceWorker: null,
  completeChat,
  resumeReply,
  stopReply,
  replyKeeper,
  transcribe: async (recording, { vendor, accessToken, signal }) => {
    const bytes = new Uint8Array(await recording.arrayBuffer());
    const answer = await callBridge(() =>
      bridge().transcribe({ bytes, accessToken, ...(vendor !== undefined && { vendor }) }),
    );
    signal.throwIfAborted();
    if (!('error' in answer)) return answer.text;
    const { code, message, status } = answer.error;
    throw new CompletionError(code, message, status);
  },
  uiState: {
    get: (key) => (uiState ??= readUiState()).get(key) ?? null,
    set(key, value) {
      (uiState ??= readUiState()).set(key, value);
      // If saving fails, the next start restores the previous state.
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
  findLocalModels: async () => (await callBridge(() => bridge().findLocalModels())).servers,
  hasOwnWindow: true,
  openExternal: (url) => callBridge(async () => bridge().openExternal({ url })),
  saveTextFile: async (name, content) => {
    const text = typeof content === 'string' ? content : await content.text();
    return (await callBridge(async () => bridge().saveTextFile({ name, text }))).name;
  },
  saveFile: async (name, content) => {
    const text = await toBase64(content);
    return (await callBridge(async () => bridge().saveTextFile({ name, text, encoding: 'base64' }))).name;
  },
  dragOut: (name, text) => callBridge(async () => bridge().dragOut({ name, text })),
  shareFile: navigator.userAgent.includes('Mac')
    ? (name, text) => callBridge(async () => bridge().shareFile({ name, text }))
    : null,
  authCallback: 'clover://auth/callback',
  async openSignIn(url) {
    await callBridge(async () => bridge().openExternal({ url }));
    return 'elsewhere';
  },
  get ownerSession() {
    return isOwnersService(readMeta('service') ?? null)
      ? () => callBridge(async () => bridge().readOwnerSession())
      : null;
  },
  shell: createShell(bridge, readMeta),
};
