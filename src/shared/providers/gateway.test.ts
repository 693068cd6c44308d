import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startVendor, type FakeVendor } from '../../../e2e/vendor/vendor.ts';
import { createTestContext, testCaller } from '../../../supabase/functions/_shared/testing/context.ts';
import { handler } from '../../../supabase/functions/chat/handler.ts';
import { encryptionKeys, grantFor, failoverFor } from '../../../supabase/functions/_shared/testing/grant.ts';
import type { Delta } from '../completion/completion.ts';
import { CompletionError } from '../completion/error.ts';
import { completeThroughGateway, resumeThroughGateway, stopThroughGateway, type OwnKey } from './gateway.ts';
import { request } from './testing/vendors.ts';

let vendor: FakeVendor;
beforeAll(async () => {
  vendor = await startVendor();
});
afterEach(() => vendor.reset());
afterAll(() => vendor.close());

const service = { url: 'http://service.test/', key: 'publishable-key', token: testCaller.token };

/** Calls the real gateway, whose database returns `begin`. */
async function ask({
  begin = undefined as unknown,
  signal = new AbortController().signal,
  changes = {},
  token = service.token,
  onDelta = (_delta: Delta) => {},
  ownKey = undefined as OwnKey | undefined,
} = {}) {
  const grant = begin ?? (await grantFor('openai', vendor.endpoints.openai));
  const context = createTestContext({ encryptionKeys, answers: { 'rpc/begin_completion': grant } });
  const seen: Request[] = [];
  const deltas: Delta[] = [];
  const outcome = await completeThroughGateway({ ...service, token }, request(changes), {
    signal,
    ...(ownKey && { ownKey }),
    fetch: (input, init) => {
      const outgoing = new Request(input, init);
      seen.push(outgoing.clone());
      return handler(outgoing, context);
    },
    onDelta: (delta) => {
      deltas.push(delta);
      onDelta(delta);
    },
  }).then(
    (result) => ({ result, error: undefined }),
    (error: unknown) => ({ result: undefined, error }),
  );
  return { ...outcome, deltas, context, outgoing: seen[0] };
}

/** Requests a reply through a proxy that responds instead of the gateway. */
const askInstead = (response: Response) =>
  completeThroughGateway(service, request(), {
    signal: new AbortController().signal,
    fetch: async () => response,
    onDelta: () => {},
  }).catch((error: unknown) => error);

describe('completeThroughGateway', () => {
  it('sends the message id, the token and only fields that the gateway reads', async () => {
    const { outgoing } = await ask({
      changes: { maxTokens: 1000, temperature: 0.3, topP: 0.9, effort: 'off' },
    });
    expect(outgoing?.url).toBe('http://service.test/functions/v1/chat/completions');
    expect(Object.fromEntries(outgoing?.headers ?? [])).toEqual({
      'content-type': 'application/json',
      apikey: 'publishable-key',
      authorization: 'Bearer user-token',
      'x-clover-message-id': request().messageId,
    });
    expect(await outgoing?.json()).toEqual({
      model: 'some/model',
      messages: request().messages,
      temperature: 0.3,
      top_p: 0.9,
      max_tokens: 1000,
      reasoning_effort: 'none',
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  it('sends images as data URLs', async () => {
    const images = [{ mediaType: 'image/webp' as const, data: 'AAAA' }];
    const { outgoing } = await ask({ changes: { messages: [{ role: 'user', content: 'Look', images }] } });
    expect(await outgoing?.json()).toMatchObject({
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Look' },
            { type: 'image_url', image_url: { url: 'data:image/webp;base64,AAAA' } },
          ],
        },
      ],
    });
  });

  it('passes the deltas on and resolves to the complete reply with its vendor', async () => {
    for (const stream of [true, false]) {
      const { result, deltas } = await ask({ changes: { stream } });
      expect(result).toEqual({
        text: 'You said: Hello there',
        finishReason: 'stop',
        model: 'granted-model',
        vendor: 'openai',
        usage: { promptTokens: 4, completionTokens: 4 },
      });
      expect(deltas.map(({ text }) => text).join('')).toBe('You said: Hello there');
      expect(deltas[0]).toMatchObject({ model: 'granted-model', vendor: 'openai' });
    }
  });

  it("sends a user's own key, its vendor and the origin that it was entered for", async () => {
    const { origin } = new URL(vendor.endpoints.openai);
    const ownKey = { vendor: 'openai', key: 'sk-own-0123456789', origin };
    const { outgoing, result } = await ask({ ownKey, changes: { vendor: 'deepinfra' } });
    expect(outgoing?.headers.get('x-provider-key')).toBe('sk-own-0123456789');
    expect(outgoing?.headers.get('x-clover-vendor')).toBe('openai');
    expect(outgoing?.headers.get('x-provider-origin')).toBe(origin);
    expect(vendor.requests[0]?.headers.authorization).toBe('Bearer sk-own-0123456789');
    expect(result?.vendor).toBe('openai');
  });

  it('names the unavailable vendor after a failover, with any characters in its name', async () => {
    const begin = {
      ...(await grantFor('openai', vendor.endpoints.openai)),
      failover: await failoverFor('deepinfra', vendor.endpoints.deepinfra),
    };
    begin.vendor.display_name = 'Modèles & Cie';
    for (const stream of [true, false]) {
      vendor.script({ kind: 'status', status: 503 });
      const { result } = await ask({ begin, changes: { stream } });
      expect(result).toMatchObject({
        text: 'You said: Hello there',
        vendor: 'deepinfra',
        model: 'failover-model',
        unavailableVendor: 'Modèles & Cie',
      });
    }
  });

  it('ignores a damaged header', async () => {
    const reply = Response.json(
      { choices: [{ message: { content: 'Hello' }, finish_reason: 'stop' }] },
      { headers: { 'x-clover-unavailable-vendor': '%E0%A4%A' } },
    );
    expect(await askInstead(reply)).toEqual({
      text: 'Hello',
      finishReason: 'stop',
      model: request().model,
    });
  });

  it.each([
    ['quota', 'You have used your 3 messages for today. Upgrade to Professional for unlimited messages.'],
    ['forbidden', 'Your account is suspended.'],
    ['no_vendor', 'No active API vendor found. Please configure a vendor in admin settings.'],
  ])('returns the refusal %s with its code and text [ROLE-020] [VENDOR-023]', async (code, message) => {
    const { error } = await ask({ begin: { ok: false, code, message } });
    expect(error).toBeInstanceOf(CompletionError);
    expect(error).toMatchObject({ code, message });
  });

  it("returns the vendor's failure as if it were called directly [PROV-023]", async () => {
    vendor.script({ kind: 'status', status: 403 });
    const { error } = await ask();
    expect(error).toMatchObject({
      code: 'authentication',
      message: 'Authentication error (403): API key may be invalid or expired',
    });
  });

  it('keeps the text before an error or a broken connection', async () => {
    vendor.script({ kind: 'error-event', after: 2, error: { message: 'overloaded', code: 503 } });
    const failed = await ask();
    expect(failed.deltas.map(({ text }) => text).join('')).toBe('You said:');
    expect(failed.error).toMatchObject({ code: 'api', message: 'API error (503): overloaded' });
    vendor.script({ kind: 'cut', after: 3 });
    const broken = await ask();
    expect(broken.deltas.map(({ text }) => text).join('')).toBe('You said: Hello');
    expect(broken.error).toMatchObject({ code: 'interrupted' });
  });

  it("also stops the vendor's call, and the message counts", async () => {
    vendor.script({ kind: 'stall', after: 2 });
    const caller = new AbortController();
    const { error, context } = await ask({ signal: caller.signal, onDelta: () => caller.abort() });
    expect(error).toMatchObject({ code: 'aborted' });
    expect(await vendor.requests[0]?.ended).toBe('left');
    await vi.waitFor(() =>
      expect(context.calls.at(-1)).toMatchObject({
        path: 'rpc/finish_completion',
        body: { outcome: 'answered' },
      }),
    );
  });

  it('reports an ended session', async () => {
    expect((await ask({ token: 'expired' })).error).toMatchObject({ code: 'unauthenticated', status: 401 });
  });

  it("describes failures of a proxy before the gateway like any API's, without its codes", async () => {
    const page = new Response('<h1>Bad gateway</h1>', {
      status: 502,
      headers: { 'content-type': 'text/html' },
    });
    expect(await askInstead(page)).toMatchObject({ code: 'api', message: 'API error (502): Bad gateway' });
    const foreign = Response.json({ error: { message: 'No', code: 'toString' } }, { status: 500 });
    expect(await askInstead(foreign)).toMatchObject({ code: 'api', message: 'API error (500): No' });
    expect(await askInstead(new Response('null', { status: 401 }))).toMatchObject({
      code: 'unauthenticated',
    });
  });
});

/** Creates a gateway's response with these events. */
const events = (...pieces: readonly string[]) =>
  new Response(
    pieces.map((piece) => (piece.startsWith(':') ? piece : `data: ${piece}`)).join('\n\n') + '\n\n',
    {
      headers: { 'content-type': 'text/event-stream' },
    },
  );

describe('a stored reply', () => {
  const reply = { replyId: 'f0000000-0000-4000-8000-000000000001', questionId: request().messageId };
  const text = '{"choices":[{"delta":{"content":"Hello"}}]}';
  const end = '{"choices":[{"delta":{},"finish_reason":"stop"}]}';
  const row = { id: reply.replyId, content: 'Hello' };
  const stored = `{"choices":[],"clover":${JSON.stringify({ message: row })}}`;
  const signal = new AbortController().signal;

  it('has its id in the headers, and is complete with its stored row', async () => {
    let sent: Request | undefined;
    const deltas: Delta[] = [];
    const result = await completeThroughGateway(
      service,
      { ...request(), reply: { ...reply, continues: 'f0000000-0000-4000-8000-000000000002' } },
      {
        signal,
        fetch: async (input, init) => {
          sent = new Request(input, init);
          return events(text, end, ': waiting', stored, '[DONE]');
        },
        onDelta: (delta) => deltas.push(delta),
      },
    );
    expect(Object.fromEntries(sent?.headers ?? [])).toMatchObject({
      'x-clover-reply-id': reply.replyId,
      'x-clover-question-id': reply.questionId,
      'x-clover-continues': 'f0000000-0000-4000-8000-000000000002',
    });
    expect(result).toMatchObject({ text: 'Hello', finishReason: 'stop', stored: row });
    expect(deltas.find((delta) => delta.stored)?.stored).toEqual(row);
  });

  it('is interrupted if the connection breaks before the stored row arrives', async () => {
    const error = await completeThroughGateway(
      service,
      { ...request(), reply },
      { signal, fetch: async () => events(text, end), onDelta: () => {} },
    ).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'interrupted' });
  });

  it('accepts a row of a megabyte in which every character is escaped', async () => {
    const large = { content: '\u0001'.repeat(1_048_576) };
    const result = await completeThroughGateway(
      service,
      { ...request(), reply },
      {
        signal,
        fetch: async () =>
          events(text, `{"choices":[],"clover":${JSON.stringify({ message: large })}}`, '[DONE]'),
        onDelta: () => {},
      },
    );
    expect(result.stored).toEqual(large);
  });

  it('is resumed from a position, even if no text follows', async () => {
    let sent: Request | undefined;
    const result = await resumeThroughGateway(
      service,
      { replyId: reply.replyId, from: 5, reasoningFrom: 0 },
      {
        signal,
        fetch: async (input, init) => {
          sent = new Request(input, init);
          return events(stored, '[DONE]');
        },
        onDelta: () => {},
      },
    );
    expect(sent?.method).toBe('GET');
    expect(sent?.url).toBe(
      `http://service.test/functions/v1/chat/replies/${reply.replyId}?from=5&reasoning_from=0`,
    );
    expect(result).toMatchObject({ text: '', stored: row });
  });

  it('is stopped, and a refusal keeps its code', async () => {
    let sent: Request | undefined;
    await stopThroughGateway(service, reply.replyId, {
      signal,
      fetch: async (input, init) => {
        sent = new Request(input, init);
        return new Response(null, { status: 204 });
      },
    });
    expect(sent?.method).toBe('POST');
    expect(sent?.url).toBe(`http://service.test/functions/v1/chat/replies/${reply.replyId}/stop`);
    const refused = stopThroughGateway(service, reply.replyId, {
      signal,
      fetch: async () =>
        Response.json(
          { error: { code: 'not_found', message: 'This reply no longer exists.' } },
          { status: 404 },
        ),
    });
    await expect(refused).rejects.toMatchObject({ code: 'not_found', status: 404 });
  });

  it("is not read from a vendor's events", async () => {
    const result = await completeThroughGateway(service, request(), {
      signal,
      fetch: async () => events(text, stored, end, '[DONE]'),
      onDelta: () => {},
    });
    expect(result).not.toHaveProperty('stored');
  });
});
