import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CompletionResult, Delta } from '../../shared/completion/completion.ts';
import type { CloverBridge } from '../../shared/ipc/bridge.ts';
import type { CompletionEvent } from '../../shared/ipc/contract.ts';

const request = { messageId: 'm', model: 'demo', messages: [{ role: 'user' as const, content: 'Hello' }] };
const result: CompletionResult = { text: 'Hi', finishReason: 'stop', model: 'demo' };

let listeners: Set<(event: CompletionEvent) => void>;
let started: string[];
let canceled: string[];
let written: unknown[];
let bridge: Pick<
  CloverBridge,
  | 'onCompletionEvent'
  | 'startCompletion'
  | 'cancelCompletion'
  | 'writeUiState'
  | 'saveTextFile'
  | 'readOwnerSession'
  | 'resumeReply'
  | 'stopReply'
  | 'useToken'
  | 'settleReplies'
  | 'forgetReplies'
>;
/** The calls for replies that the main process writes. */
let replyCalls: unknown[];
let isFound: boolean;

beforeEach(() => {
  vi.resetModules();
  listeners = new Set();
  started = [];
  canceled = [];
  written = [];
  replyCalls = [];
  isFound = true;
  const note = (name: string) => async (input: object) => void replyCalls.push({ name, ...input });
  bridge = {
    resumeReply: async ({ requestId, ...input }) => {
      started.push(requestId);
      replyCalls.push({ name: 'resume', ...input });
      return { isFound };
    },
    stopReply: async (input) => {
      replyCalls.push({ name: 'stop', ...input });
      return { isFound };
    },
    useToken: note('use'),
    settleReplies: note('settle'),
    forgetReplies: () => Promise.reject(new Error('away')),
    onCompletionEvent: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    startCompletion: async ({ requestId }) => void started.push(requestId),
    cancelCompletion: async ({ requestId }) => void canceled.push(requestId),
    writeUiState: async (entry) => void written.push(entry),
    saveTextFile: async () => ({ name: null }),
    readOwnerSession: async () => ({ accessToken: 'a', refreshToken: 'r' }),
  };
  vi.stubGlobal('clover', bridge);
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.head.innerHTML = '';
});

/** Loads the platform again, because UI state is read only once from the document. */
const load = async () => (await import('./desktop.ts')).desktopPlatform;
const tell = (event: CompletionEvent): void => listeners.forEach((listener) => listener(event));

describe('a reply in the desktop window', () => {
  const ask = async (signal = new AbortController().signal) => {
    const platform = await load();
    const deltas: Delta[] = [];
    const reply = platform.completeChat(request, {
      signal,
      accessToken: 'token',
      onDelta: (delta) => deltas.push(delta),
    });
    return { reply, deltas };
  };

  it('arrives in deltas and complete, and leaves no listener [DESK-006]', async () => {
    const { reply, deltas } = await ask();
    const requestId = started[0]!;
    tell({ requestId, kind: 'delta', delta: { text: 'Hi' } });
    tell({ requestId: 'of another', kind: 'delta', delta: { text: 'no' } });
    tell({ requestId, kind: 'done', result });
    await expect(reply).resolves.toStrictEqual(result);
    expect(deltas).toStrictEqual([{ text: 'Hi' }]);
    expect(listeners.size).toBe(0);
  });

  it("fails with main's code, text and status", async () => {
    const { reply } = await ask();
    tell({
      requestId: started[0]!,
      kind: 'failed',
      error: { code: 'quota', message: 'Enough for today.', status: 429 },
    });
    await expect(reply).rejects.toMatchObject({
      name: 'CompletionError',
      code: 'quota',
      message: 'Enough for today.',
      status: 429,
    });
    expect(listeners.size).toBe(0);
  });

  it('is stopped immediately and in main, once', async () => {
    const abort = new AbortController();
    const { reply, deltas } = await ask(abort.signal);
    abort.abort();
    await expect(reply).rejects.toMatchObject({ code: 'aborted' });
    tell({ requestId: started[0]!, kind: 'delta', delta: { text: 'late' } });
    expect(canceled).toStrictEqual(started);
    expect(deltas).toStrictEqual([]);
  });

  it('is not requested if it was stopped before', async () => {
    const { reply } = await ask(AbortSignal.abort());
    await expect(reply).rejects.toMatchObject({ code: 'aborted' });
    expect(started).toStrictEqual([]);
  });

  it('fails with our message if main refuses the call', async () => {
    bridge = {
      ...bridge,
      startCompletion: () => Promise.reject(new Error('Error invoking remote method: clover:bad-payload')),
    };
    vi.stubGlobal('clover', bridge);
    const { reply } = await ask();
    await expect(reply).rejects.toMatchObject({
      code: 'bad_request',
      message: "Couldn't send this message. Try again.",
    });
    expect(listeners.size).toBe(0);
  });
});

describe('a running reply', () => {
  const accessToken = 'token';
  const replyId = 'r';
  const resume = async () => {
    const deltas: Delta[] = [];
    const options = { signal: new AbortController().signal, accessToken };
    const platform = await load();
    const reply = platform.resumeReply(
      { replyId, from: 2, reasoningFrom: 0 },
      { ...options, onDelta: (delta) => deltas.push(delta) },
    );
    return { reply, deltas };
  };
  /** Starts a fake gateway, and records the requests to it. */
  const startGateway = (text: string) => {
    const requests: string[] = [];
    vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
      if (input === '/config.json')
        return Response.json({ supabaseUrl: 'https://data.example', supabaseKey: 'key', demo: null });
      requests.push(`${init?.method} ${input}`);
      const headers = { 'content-type': 'text/event-stream' };
      return new Response(text === '' ? null : text, { status: text === '' ? 204 : 200, headers });
    });
    return requests;
  };

  it('continues in main', async () => {
    const { reply, deltas } = await resume();
    await vi.waitFor(() => expect(started).toHaveLength(1));
    tell({ requestId: started[0]!, kind: 'delta', delta: { text: 'rest' } });
    tell({ requestId: started[0]!, kind: 'done', result });
    await expect(reply).resolves.toStrictEqual(result);
    expect(deltas).toStrictEqual([{ text: 'rest' }]);
    expect(replyCalls).toStrictEqual([{ name: 'resume', replyId, from: 2, reasoningFrom: 0, accessToken }]);
  });

  it.each([
    ['main does not have it', false],
    ['main has just stored it', true],
  ])('continues at the gateway if %s', async (_name, wasFound) => {
    isFound = wasFound;
    const chunk = JSON.stringify({ choices: [], clover: { message: { id: replyId } } });
    const requests = startGateway(`data: ${chunk}\n\ndata: [DONE]\n\n`);
    const { reply } = await resume();
    await vi.waitFor(() => expect(started).toHaveLength(1));
    const error = { code: 'not_found', message: '' } as const;
    if (wasFound) tell({ requestId: started[0]!, kind: 'failed', error });
    await expect(reply).resolves.toMatchObject({ stored: { id: replyId } });
    expect(requests).toStrictEqual([
      'GET https://data.example/functions/v1/chat/replies/r?from=2&reasoning_from=0',
    ]);
    expect(listeners.size).toBe(0);
  });

  it('is stopped in main, or at the gateway if main does not have it', async () => {
    const requests = startGateway('');
    const platform = await load();
    await platform.stopReply(replyId, { accessToken });
    expect(replyCalls).toStrictEqual([{ name: 'stop', replyId, accessToken }]);
    expect(requests).toStrictEqual([]);
    isFound = false;
    await platform.stopReply(replyId, { accessToken });
    expect(requests).toStrictEqual(['POST https://data.example/functions/v1/chat/replies/r/stop']);
  });

  it('is stored by main with the newest token, and settled before sign-out', async () => {
    const { replyKeeper } = await load();
    replyKeeper?.useToken('token');
    await replyKeeper?.settle('token');
    expect(replyCalls).toStrictEqual([
      { name: 'use', accessToken },
      { name: 'settle', accessToken },
    ]);
    await expect(replyKeeper?.forget('token')).resolves.toBeUndefined();
  });
});

it("this window's sessions belong to the service that main names in the document", async () => {
  expect((await load()).service).toBeNull();
  document.head.innerHTML = '<meta name="clover-service" content="https://data.example.org">';
  expect((await load()).service).toBe('https://data.example.org');
});

describe('interface state', () => {
  it('is read from the document and written to main [CHAT-022, DESK-019]', async () => {
    const meta = document.createElement('meta');
    meta.name = 'clover-ui-state';
    meta.content = JSON.stringify({ sidebar_state: 'collapsed' });
    document.head.append(meta);
    const { uiState } = await load();
    expect(uiState.get('sidebar_state')).toBe('collapsed');
    expect(uiState.get('unknown')).toBeNull();
    uiState.set('sidebar_state', 'open');
    expect(uiState.get('sidebar_state')).toBe('open');
    expect(written).toStrictEqual([{ key: 'sidebar_state', value: 'open' }]);
  });

  it('is empty if the document has none', async () => {
    expect((await load()).uiState.get('sidebar_state')).toBeNull();
  });
});

describe('the configuration', () => {
  const answer = (status: number, body: unknown) =>
    vi.stubGlobal('fetch', async () => Response.json(body, { status }));

  it('comes from main', async () => {
    answer(200, { supabaseUrl: 'http://127.0.0.1:4321', supabaseKey: 'key', demo: null });
    expect(await (await load()).loadConfig()).toStrictEqual({
      supabaseUrl: 'http://127.0.0.1:4321',
      supabaseKey: 'key',
      demo: null,
    });
  });

  it("fails with main's message, and is requested again", async () => {
    const platform = await load();
    answer(503, { message: 'The data folder is in use.' });
    await expect(platform.loadConfig()).rejects.toThrow('The data folder is in use.');
    answer(200, { supabaseUrl: 'http://127.0.0.1:4321', supabaseKey: 'key', demo: null });
    await expect(platform.loadConfig()).resolves.toMatchObject({ supabaseKey: 'key' });
  });
});

it("signs the owner in with main's session, and reports whether a file was saved", async () => {
  const platform = await load();
  document.head.innerHTML = '<meta name="clover-service" content="embedded:this-installation">';
  expect(await platform.ownerSession?.()).toStrictEqual({ accessToken: 'a', refreshToken: 'r' });
  document.head.innerHTML = '<meta name="clover-service" content="https://data.example.org">';
  expect(platform.ownerSession).toBeNull();
  expect(await platform.saveTextFile('chat.txt', 'text')).toBeNull();
  expect(await platform.saveTextFile('chats.json', new Blob(['text']))).toBeNull();
});

it('reports that the page needs the desktop app if there is no bridge', async () => {
  vi.unstubAllGlobals();
  const platform = await load();
  await expect(platform.openExternal('https://good.example')).rejects.toThrow('built for the desktop app');
});
