import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startVendor, type FakeVendor } from '../../../e2e/vendor/vendor.ts';
import type { CompletionRequest, Delta } from '../../shared/completion/completion.ts';
import { createVault } from '../keychain/create-vault.ts';
import { noEncryption } from '../keychain/testing/no-encryption.ts';
import type { KeyVault } from '../keychain/key-vault.ts';
import { createComplete } from './complete.ts';
import type { Complete } from './completions.ts';
import type { Replies } from '../replies/replies.ts';
import { guardFetch } from './outbound.ts';
import { createVendorLookup } from './vendor-lookup.ts';

const identity = 'embedded:installation';
const userId = '6f1c3a52-5d0e-4a39-9a77-0e6f2f1f3c11';
const accessToken = `h.${Buffer.from(JSON.stringify({ sub: userId })).toString('base64url')}.s`;
const key = 'sk-own-key';
const request: CompletionRequest = {
  messageId: '0b8b7a38-6f0e-4b5e-8f3a-2f8f5a1f2c3d',
  model: 'gpt-4o-mini',
  messages: [{ role: 'user', content: 'Hello' }],
};

let vendor: FakeVendor;
let service: Server;
let url: string;
let seen: { readonly path: string; readonly headers: IncomingMessage['headers']; readonly body: string }[];
let endpoint: string;
let isTokenGood: boolean;
/** The service's refusal to count a message; null if it counts the message. */
let refusal: { readonly status: number; readonly body: unknown } | null;
let name: string;
let isEnabled: boolean;
let vault: KeyVault;
let ask: Complete;
let written: Parameters<Replies['write']>[];

/**
 * Fakes the parts of the service that the main process uses: the vendor's row, read with the user's rights, and the
 * gateway.
 */
function answer(path: string): { readonly type: string; readonly status: number; readonly body: string } {
  if (!isTokenGood) return { type: 'application/json', status: 401, body: '{"message":"JWT expired"}' };
  if (path.startsWith('/rest/v1/api_vendors'))
    return {
      type: 'application/json',
      status: 200,
      body: JSON.stringify([
        { name, display_name: 'OpenAI', endpoint_url: endpoint, config: {}, is_enabled: isEnabled },
      ]),
    };
  if (path.startsWith('/rest/v1/rpc/'))
    return {
      type: 'application/json',
      status: refusal?.status ?? 200,
      body: JSON.stringify(refusal?.body ?? true),
    };
  const chunk = {
    model: 'gpt-4o-mini',
    choices: [{ delta: { content: 'from the gateway' }, finish_reason: 'stop' }],
  };
  return {
    type: 'text/event-stream',
    status: 200,
    body: `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`,
  };
}

beforeAll(async () => {
  vendor = await startVendor();
  service = createServer((incoming, response) => {
    let body = '';
    incoming.on('data', (chunk) => (body += String(chunk)));
    incoming.on('end', () => {
      seen.push({ path: incoming.url ?? '', headers: incoming.headers, body });
      reply(incoming, response);
    });
  });
  const reply = (incoming: IncomingMessage, response: ServerResponse) => {
    const { type, status, body } = answer(incoming.url ?? '');
    response.writeHead(status, { 'content-type': type }).end(body);
  };
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
afterAll(async () => {
  service.close();
  await vendor.close();
});
const replies: Pick<Replies, 'write'> = {
  write: async (...given) => {
    written.push(given);
    return { text: 'written by main', finishReason: 'stop', model: 'gpt-4o-mini' };
  },
};

beforeEach(() => {
  vendor.reset();
  seen = [];
  written = [];
  isTokenGood = true;
  refusal = null;
  name = 'openai';
  isEnabled = false;
  endpoint = vendor.endpoints.openai;
  vault = createVault(() => Promise.reject(new Error('none')), noEncryption);
  ask = createComplete({
    service: { identity, connect: async () => ({ url, publishableKey: 'publishable' }) },
    vault,
    findVendor: createVendorLookup(guardFetch(fetch)),
    replies,
    fetch: guardFetch(fetch),
  });
});

const keep = (endpointOrigin: string, user = userId) =>
  vault.set({ service: identity, userId: user, vendor: 'openai', endpointOrigin }, key, 'session');
const run = async (signal = new AbortController().signal, change: Partial<CompletionRequest> = {}) => {
  const deltas: Delta[] = [];
  const result = await ask(
    { ...request, ...change },
    { signal, accessToken, onDelta: (delta) => deltas.push(delta) },
  );
  return { result, text: deltas.map((delta) => delta.text).join('') };
};

const pathsSeen = () => seen.map(({ path }) => path.split('?')[0]);

describe('a reply on the desktop', () => {
  it("comes directly from the vendor when the keychain has this user's key for it [DESK-006, DESK-009]", async () => {
    await keep(new URL(endpoint).origin);
    const { result, text } = await run();
    expect(vendor.requests).toHaveLength(1);
    expect(vendor.requests[0]!.headers.authorization).toBe(`Bearer ${key}`);
    expect(vendor.requests[0]!.body['messages']).toStrictEqual([{ role: 'user', content: 'Hello' }]);
    expect(text).not.toBe('');
    expect(result).toMatchObject({ text, vendor: 'openai', finishReason: 'stop' });
    expect(pathsSeen()).toStrictEqual(['/rest/v1/api_vendors', '/rest/v1/rpc/reserve_message']);
    expect(JSON.stringify(seen)).not.toContain(key);
    expect(seen[0]!.headers.authorization).toBe(`Bearer ${accessToken}`);
  });

  it("comes through the gateway with the user's token when there is no key [DESK-009]", async () => {
    const { result } = await run();
    expect(result.text).toBe('from the gateway');
    expect(vendor.requests).toHaveLength(0);
    expect(seen.at(-1)!.path).toBe('/functions/v1/chat/completions');
    expect(seen.at(-1)!.headers).toMatchObject({
      authorization: `Bearer ${accessToken}`,
      'x-clover-message-id': request.messageId,
    });
  });

  it('with a target is stored by main if it calls the vendor, otherwise by the gateway', async () => {
    const reply = { replyId: crypto.randomUUID(), questionId: request.messageId };
    const { result } = await run(undefined, { reply });
    expect(result.text).toBe('from the gateway');
    expect(seen.at(-1)!.headers['x-clover-reply-id']).toBe(reply.replyId);
    expect(written).toEqual([]);
    await keep(new URL(endpoint).origin);
    expect((await run(undefined, { reply })).result.text).toBe('written by main');
    expect(written[0]!.slice(0, 2)).toEqual([
      userId,
      {
        vendor: expect.objectContaining({ name: 'openai', apiKey: key }) as unknown,
        request: { ...request, reply },
        target: reply,
        accessToken,
      },
    ]);
  });

  it('never sends a key to another origin than the one it was entered for', async () => {
    await keep('https://api.example');
    await run();
    expect(vendor.requests).toHaveLength(0);
    expect(JSON.stringify(seen)).not.toContain(key);
  });

  it('does not use the key of another user of this computer', async () => {
    await keep(new URL(endpoint).origin, '00000000-0000-4000-8000-000000000000');
    await run();
    expect(vendor.requests).toHaveLength(0);
  });

  it('does not use a key for a token that the service refuses', async () => {
    await keep(new URL(endpoint).origin);
    isTokenGood = false;
    await expect(run()).rejects.toMatchObject({ name: 'CompletionError', code: 'unauthenticated' });
    expect(vendor.requests).toHaveLength(0);
  });

  it('does not follow a redirect, which would send the key elsewhere', async () => {
    await keep(new URL(endpoint).origin);
    vendor.script({ kind: 'redirect', location: `${url}/stolen` });
    await expect(run()).rejects.toMatchObject({ name: 'CompletionError' });
    expect(JSON.stringify(seen)).not.toContain(key);
  });

  it('is canceled at the vendor when the user stops it', async () => {
    await keep(new URL(endpoint).origin);
    vendor.script({ kind: 'black-hole' });
    const abort = new AbortController();
    const reply = run(abort.signal);
    await expect.poll(() => vendor.requests.length).toBe(1);
    abort.abort();
    await expect(reply).rejects.toMatchObject({ code: 'aborted' });
    await expect(vendor.requests[0]!.ended).resolves.toBe('left');
  });

  it('reports why the embedded service did not start', async () => {
    const broken = createComplete({
      service: { identity, connect: () => Promise.reject(new Error('The data folder is in use.')) },
      vault,
      findVendor: createVendorLookup(fetch),
      replies,
      fetch,
    });
    const reply = broken(request, {
      signal: new AbortController().signal,
      accessToken,
      onDelta: () => undefined,
    });
    await expect(reply).rejects.toMatchObject({ code: 'network', message: 'The data folder is in use.' });
  });
});

describe('a message that bypasses the gateway', () => {
  const counted = { path: '/rest/v1/rpc/reserve_message', body: { message_id: request.messageId } };
  const givenBack = { path: '/rest/v1/rpc/release_reservation', body: { message_id: request.messageId } };
  const rpcsSeen = () =>
    seen
      .filter(({ path }) => path.startsWith('/rest/v1/rpc/'))
      .map(({ path, body }) => ({ path, body: JSON.parse(body) as unknown }));
  beforeEach(() => keep(new URL(endpoint).origin));

  it('is counted by the service, with its id, before the vendor is called', async () => {
    await run();
    expect(rpcsSeen()).toStrictEqual([counted]);
    expect(seen.at(-1)!.headers.authorization).toBe(`Bearer ${accessToken}`);
  });

  it.each([
    ['quota', 'quota', 400],
    ['banned', 'forbidden', 403],
    ['restricted', 'forbidden', 403],
  ])('is not sent if the service refuses it: %s [ROLE-020]', async (hint, code, status) => {
    refusal = { status, body: { code: 'P0001', message: 'A sentence of the service.', hint, details: null } };
    await expect(run()).rejects.toMatchObject({ code, message: 'A sentence of the service.', status });
    expect(vendor.requests).toHaveLength(0);
  });

  it("is not sent if the service cannot count it, and the database's error is not shown", async () => {
    refusal = { status: 500, body: { code: 'XX000', message: 'relation "secret" is broken', hint: null } };
    await expect(run()).rejects.toMatchObject({
      code: 'network',
      message: "The service couldn't count this message. Try again.",
    });
    expect(vendor.requests).toHaveLength(0);
  });

  it('is refunded if the vendor delivered nothing', async () => {
    vendor.script({ kind: 'status', status: 401 });
    await expect(run()).rejects.toMatchObject({ code: 'authentication' });
    expect(rpcsSeen()).toStrictEqual([counted, givenBack]);
  });

  it('is not refunded if a part was delivered', async () => {
    vendor.script({ kind: 'cut', after: 3 });
    await expect(run()).rejects.toMatchObject({ code: 'interrupted' });
    expect(rpcsSeen()).toStrictEqual([counted]);
  });

  it('is not refunded if the user stopped it', async () => {
    vendor.script({ kind: 'black-hole' });
    const abort = new AbortController();
    const reply = run(abort.signal);
    await expect.poll(() => vendor.requests.length).toBe(1);
    abort.abort();
    await expect(reply).rejects.toMatchObject({ code: 'aborted' });
    expect(rpcsSeen()).toStrictEqual([counted]);
  });
});

describe("the user's own model server", () => {
  beforeEach(() => {
    name = 'ollama';
    endpoint = vendor.endpoints.ollama;
  });

  it('is called directly on this computer if the request names it, without a key', async () => {
    const { result } = await run(undefined, { vendor: 'ollama' });
    expect(result.vendor).toBe('ollama');
    expect(vendor.requests[0]!.headers.authorization).toBeUndefined();
    expect(pathsSeen()).not.toContain('/functions/v1/chat/completions');
  });

  it("is called through the gateway if the service offers it, because it is then on the service's computer", async () => {
    isEnabled = true;
    await run(undefined, { vendor: 'ollama' });
    expect(vendor.requests).toHaveLength(0);
    expect(seen.at(-1)?.headers['x-clover-vendor']).toBe('ollama');
  });

  it("is called through the gateway if it is the service's active vendor", async () => {
    await run();
    expect(vendor.requests).toHaveLength(0);
    expect(pathsSeen()).toContain('/functions/v1/chat/completions');
  });

  it('is called at its default URL if it was found on this computer', async () => {
    const called: string[] = [];
    ask = createComplete({
      service: { identity, connect: async () => ({ url, publishableKey: 'publishable' }) },
      vault,
      findVendor: () => Promise.reject(new Error('The service is not asked for the URL.')),
      replies,
      fetch: guardFetch((input, init) => {
        const address = new URL(input instanceof Request ? input.url : input);
        if (address.origin === url) return fetch(input, init);
        called.push(address.href);
        return fetch(vendor.endpoints.ollama, init);
      }),
    });
    const { result } = await run(undefined, { vendor: 'local:ollama' });
    expect(result.vendor).toBe('local:ollama');
    expect(called).toEqual(['http://127.0.0.1:11434/v1/chat/completions']);
    expect(vendor.requests[0]!.headers.authorization).toBeUndefined();
    expect(pathsSeen()).toEqual(['/rest/v1/rpc/reserve_message']);
  });

  it.each([
    ['another kind of vendor on this computer', 'openai', 'http://127.0.0.1:1/v1/chat/completions'],
    ['a server on another computer', 'ollama', 'https://models.example/v1/chat/completions'],
  ])('is not %s', async (_name, kind, address) => {
    name = kind;
    endpoint = address;
    await run(undefined, { vendor: kind });
    expect(pathsSeen()).toContain('/functions/v1/chat/completions');
  });
});
