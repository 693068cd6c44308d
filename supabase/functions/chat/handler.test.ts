import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startVendor, type FakeVendor } from '../../../e2e/vendor/vendor.ts';
import { maxRequestBytes } from '../../../src/shared/completion/completion.ts';
import { createTestContext, testCaller, type TestContextOptions } from '../_shared/testing/context.ts';
import { handler } from './handler.ts';
import { encryptionKeys, grantFor, vendorKey } from '../_shared/testing/grant.ts';

let vendor: FakeVendor;
beforeAll(async () => {
  vendor = await startVendor();
});
afterEach(() => vendor.reset());
afterAll(() => vendor.close());

const messageId = 'd0000000-0000-4000-8000-000000000001';

function post(body: unknown, headers: Readonly<Record<string, string>> = {}, init: RequestInit = {}) {
  return new Request('http://service.test/functions/v1/chat/completions', {
    method: 'POST',
    body: JSON.stringify(body),
    ...init,
    headers: { authorization: `Bearer ${testCaller.token}`, 'x-clover-message-id': messageId, ...headers },
  });
}

const hello = { model: 'asked-model', messages: [{ role: 'user', content: 'Hello there' }] };

async function contextFor(begin: unknown, options: Partial<TestContextOptions> = {}) {
  return createTestContext({ answers: { 'rpc/begin_completion': begin }, encryptionKeys, ...options });
}
const openContext = async () => contextFor(await grantFor('deepinfra', vendor.endpoints.deepinfra));

type TestContext = Awaited<ReturnType<typeof contextFor>>;
const finishes = ({ calls }: TestContext) => calls.filter(({ path }) => path === 'rpc/finish_completion');

describe('the gateway', () => {
  it('replies without streaming, with one database call before and one after', async () => {
    const context = await openContext();
    const response = await handler(post(hello), context);
    expect(response.status).toBe(200);
    expect(response.headers.get('x-clover-vendor')).toBe('deepinfra');
    expect(await response.json()).toMatchObject({
      object: 'chat.completion',
      model: 'granted-model',
      choices: [
        { index: 0, message: { role: 'assistant', content: 'You said: Hello there' }, finish_reason: 'stop' },
      ],
      usage: { prompt_tokens: 2, completion_tokens: 4, total_tokens: 6 },
    });
    expect(context.calls.map(({ path }) => path)).toEqual(['rpc/begin_completion', 'rpc/finish_completion']);
    expect(context.calls[0]).toMatchObject({
      authorization: 'Bearer secret-key',
      body: { user_id: testCaller.userId, message_id: messageId, model_id: 'asked-model', vendor_name: null },
    });
    expect(context.calls[1]?.body).toMatchObject({
      user_id: testCaller.userId,
      message_id: messageId,
      outcome: 'answered',
      model_id: 'granted-model',
      prompt_tokens: 2,
      completion_tokens: 4,
      is_estimated: false,
    });
  });

  it('estimates the usage if the vendor does not report it, and marks it as an estimate', async () => {
    const context = await openContext();
    const reply = { choices: [{ index: 0, message: { content: 'Yes, of course.' }, finish_reason: 'stop' }] };
    const headers = { 'content-type': 'application/json' };
    vendor.script({ kind: 'raw', headers, body: JSON.stringify(reply) });
    expect(await (await handler(post(hello), context)).json()).toMatchObject({
      usage: { completion_tokens: 4, is_estimated: true },
    });
    expect(finishes(context)[0]?.body).toMatchObject({ completion_tokens: 4, is_estimated: true });
  });

  it('decrypts the vendor key and sends it to the vendor only', async () => {
    const context = await openContext();
    const response = await handler(post(hello), context);
    expect(vendor.requests[0]?.headers.authorization).toBe(`Bearer ${vendorKey}`);
    const visible = [await response.text(), JSON.stringify([...response.headers]), ...context.logged];
    expect(visible.join('\n')).not.toContain(vendorKey);
    expect(context.logged.join('\n')).not.toContain('Hello');
  });

  it('logs that a model is unknown, but not the name that the caller sent [MODEL-027]', async () => {
    const known = await openContext();
    await handler(post(hello), known);
    expect(known.logged.join('\n')).not.toContain('model-unknown');

    const grant = await grantFor('ollama', vendor.endpoints.ollama);
    const context = await contextFor({ ...grant, model: { id: 'my secret words', is_known: false } });
    const response = await handler(post({ ...hello, model: 'my secret words' }), context);
    expect(response.status).toBe(200);
    expect(vendor.requests.at(-1)?.body).toMatchObject({ model: 'my secret words' });
    expect(context.logged).toContain(JSON.stringify({ event: 'model-unknown', vendor: 'ollama' }));
    expect(context.logged.join('\n')).not.toContain('secret');
  });

  it('drops unknown fields and limits max_tokens', async () => {
    const request = {
      ...hello,
      max_tokens: 1_000_000,
      temperature: 0.5,
      logit_bias: {},
      n: 1,
      user: 'x',
    };
    await handler(post(request), await openContext());
    expect(vendor.requests[0]?.body).toEqual({
      model: 'granted-model',
      messages: hello.messages,
      temperature: 0.5,
      max_tokens: 8192,
    });
  });

  it('also accepts max_completion_tokens, which overrides max_tokens', async () => {
    await handler(post({ ...hello, max_completion_tokens: 9000 }), await openContext());
    await handler(post({ ...hello, max_completion_tokens: 7, max_tokens: 9 }), await openContext());
    expect(vendor.requests.map(({ body }) => body['max_tokens'])).toEqual([8192, 7]);
    const response = await handler(post({ ...hello, max_completion_tokens: 0 }), await openContext());
    expect(response.status).toBe(400);
  });

  it("requests at most the model's longest reply", async () => {
    const grant = await grantFor('deepinfra', vendor.endpoints.deepinfra);
    for (const max_output of [500, 9000, 'odd'])
      await handler(
        post({ ...hello, max_tokens: 1000 }),
        await contextFor({ ...grant, model: { id: 'granted-model', config: { max_output } } }),
      );
    expect(vendor.requests.map(({ body }) => body['max_tokens'])).toEqual([500, 1000, 1000]);
  });

  it('accepts top_p and the efforts of OpenAI', async () => {
    const grant = await grantFor('deepinfra', vendor.endpoints.deepinfra);
    const context = await contextFor({ ...grant, model: { id: 'gpt-6', is_known: true } });
    for (const reasoning_effort of ['none', 'minimal', 'medium', 'xhigh', null])
      await handler(post({ ...hello, top_p: 0.5, reasoning_effort }), context);
    expect(vendor.requests.map(({ body }) => [body['top_p'], body['reasoning_effort']])).toEqual([
      [0.5, 'none'],
      [0.5, 'low'],
      [0.5, 'medium'],
      [0.5, 'high'],
      [0.5, undefined],
    ]);
  });

  it("requests an image with temperature 1 if the model's row allows images [PROV-018]", async () => {
    const draw = { model: 'm', messages: [{ role: 'user', content: 'Draw an image of a cat' }] };
    const grant = await grantFor('deepinfra', vendor.endpoints.deepinfra);
    for (const supports_vision of [true, false, 'odd'])
      await handler(
        post(draw),
        await contextFor({ ...grant, model: { id: 'granted-model', config: { supports_vision } } }),
      );
    expect(vendor.requests.map(({ body }) => body.temperature)).toEqual([1, 0.7, 0.7]);
  });

  it('removes the key from replies', async () => {
    for (const stream of [false, true]) {
      vendor.script({ kind: 'reply', text: `My key is ${vendorKey}, yes` });
      const response = await handler(post({ ...hello, stream }), await openContext());
      const text = await response.text();
      expect(text).toContain('[hidden]');
      expect(text).not.toContain(vendorKey.slice(0, 13));
    }
  });

  it('accepts text in parts and a system prompt with the role developer', async () => {
    const content = [
      { type: 'text', text: 'Hel' },
      { type: 'text', text: 'lo\0' },
    ];
    await handler(
      post({
        model: 'm',
        messages: [
          { role: 'developer', content: 'Be brief' },
          { role: 'user', content },
        ],
      }),
      await openContext(),
    );
    expect(vendor.requests[0]?.body['messages']).toEqual([
      { role: 'system', content: 'Be brief' },
      { role: 'user', content: 'Hello\ufffd' },
    ]);
  });

  it('counts a guest by the hash of the IP address, never by the IP address', async () => {
    const context = await contextFor(await grantFor('demo', null), { clientAddress: '192.0.2.7' });
    await handler(post(hello), context);
    const { client_address_hash } = context.calls[0]?.body ?? {};
    expect(client_address_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(context.calls)).not.toContain('192.0.2.7');
  });

  it('counts all IP addresses of one IPv6 network as one guest, and other networks separately', async () => {
    const hashOf = async (clientAddress: string) => {
      const context = await contextFor(await grantFor('demo', null), { clientAddress });
      await handler(post(hello), context);
      return context.calls[0]?.body['client_address_hash'];
    };
    const first = await hashOf('2001:db8:1:2::1');
    expect(await hashOf('2001:db8:1:2:ffff::9')).toBe(first);
    expect(await hashOf('2001:db8:1:3::1')).not.toBe(first);
  });

  it.each([
    ['text instead of an object', 'text', 'body'],
    ['no messages', { model: 'm', messages: [] }, 'messages'],
    [
      'an unknown role',
      { model: 'm', messages: [{ role: 'robot', content: 'secret text' }] },
      'messages.0.role',
    ],
    ['no model', { messages: hello.messages }, 'model'],
    ['a temperature out of range', { ...hello, temperature: 9 }, 'temperature'],
    ['a top-p out of range', { ...hello, top_p: 2 }, 'top_p'],
    ['an unknown effort', { ...hello, reasoning_effort: 'endless' }, 'reasoning_effort'],
    [
      'an image part without a URL',
      { model: 'm', messages: [{ role: 'user', content: [{ type: 'image_url' }] }] },
      'messages.0.content',
    ],
    [
      'an image from elsewhere',
      {
        model: 'm',
        messages: [
          { role: 'user', content: [{ type: 'image_url', image_url: { url: 'file:///etc/passwd' } }] },
        ],
      },
      'messages.0.content',
    ],
    [
      'a result without its call',
      { model: 'm', messages: [{ role: 'tool', content: '7' }] },
      'messages.0.tool_call_id',
    ],
    ['an empty answer', { model: 'm', messages: [{ role: 'assistant' }] }, 'messages.0: must have content'],
    ['several replies', { ...hello, n: 2 }, 'n: must be 1'],
    ['old functions', { ...hello, functions: [] }, 'functions: is not supported: use tools'],
    ['audio', { ...hello, audio: { voice: 'a' } }, 'audio: is not supported'],
    ['probabilities', { ...hello, logprobs: true }, 'logprobs: is not supported'],
    ['a tool of another type', { ...hello, tools: [{ type: 'mcp' }] }, 'tools.0'],
    ['five stops', { ...hello, stop: ['a', 'b', 'c', 'd', 'e'] }, 'stop'],
    ['an unknown format', { ...hello, response_format: { type: 'xml' } }, 'response_format'],
    ['a seed that is not an integer', { ...hello, seed: 0.5 }, 'seed'],
  ])('refuses %s with 400 and the path of the wrong field', async (_, body, named) => {
    const context = await openContext();
    const response = await handler(post(body), context);
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as { error: Record<string, unknown> };
    expect(error).toMatchObject({ type: 'invalid_request_error', code: 'invalid_request' });
    expect(error['message']).toContain(named);
    expect(error['message']).not.toContain('secret text');
    expect(context.calls).toEqual([]);
  });

  it('refuses an invalid message id, invalid JSON, and a body over 25 MB whatever its content-length', async () => {
    const context = await openContext();
    expect((await handler(post(hello, { 'x-clover-message-id': '1' }), context)).status).toBe(400);
    const large = { model: 'm', messages: [{ role: 'user', content: 'x'.repeat(maxRequestBytes) }] };
    expect((await handler(post(large), context)).status).toBe(413);
    const { body } = new Response(JSON.stringify(large));
    const unannounced = post('', {}, { body, duplex: 'half' } as RequestInit);
    expect((await handler(unannounced, context)).status).toBe(413);
    expect(context.calls).toEqual([]);
  });

  it('checks preflights, methods, paths and sign-in before anything else', async () => {
    const context = await openContext();
    const ask = (method: string, path: string, authorization = '') =>
      handler(new Request(`http://service.test${path}`, { method, headers: { authorization } }), context);
    const path = '/functions/v1/chat/completions';
    expect((await ask('OPTIONS', path)).status).toBe(204);
    expect((await ask('GET', path)).status).toBe(405);
    expect((await ask('POST', '/functions/v1/chat/else')).status).toBe(404);
    for (const authorization of ['', 'Bearer forged']) {
      const response = await ask('POST', path, authorization);
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({
        error: { code: 'unauthenticated', type: 'authentication_error' },
      });
    }
    expect(context.calls).toEqual([]);
  });

  it.each([
    [
      'quota',
      429,
      'You have used your 3 messages for today. Upgrade to Professional for unlimited messages.',
    ],
    ['forbidden', 403, 'Your account is suspended.'],
    ['no_vendor', 503, 'No active API vendor found. Please configure a vendor in admin settings.'],
  ])(
    'returns the refusal %s as %i with its text, without calling a vendor [ROLE-020] [VENDOR-023]',
    async (code, status, message) => {
      const context = await contextFor({ ok: false, code, message });
      const response = await handler(post(hello), context);
      expect(response.status).toBe(status);
      expect(response.headers.get('x-should-retry')).toBe('false');
      expect(await response.json()).toMatchObject({ error: { code, message } });
      expect(finishes(context)).toEqual([]);
      expect(vendor.requests).toEqual([]);
    },
  );

  it("refuses another user's message", async () => {
    const foreign = Response.json(
      { code: '42501', message: 'This message belongs to someone else.' },
      { status: 403 },
    );
    const response = await handler(post(hello), await contextFor(foreign));
    expect(response.status).toBe(403);
  });
});

describe('the gateway when the vendor fails', () => {
  it.each([
    [
      { kind: 'status', status: 401 },
      502,
      'authentication',
      'Authentication error (401): API key may be invalid or expired',
    ],
    [
      { kind: 'status', status: 400, body: { error: { message: 'Too hot' } } },
      400,
      'bad_request',
      'Bad request (400): Too hot',
    ],
    [{ kind: 'malformed-json' }, 502, 'invalid_json', 'Invalid JSON response from API'],
  ] as const)(
    'responds to %j with %i and refunds the message, streaming or not',
    async (fault, status, code, message) => {
      for (const stream of [false, true]) {
        vendor.script(fault);
        const context = await openContext();
        const response = await handler(post({ ...hello, stream }), context);
        expect(response.status).toBe(status);
        expect(await response.json()).toMatchObject({ error: { code, message } });
        expect(finishes(context).map(({ body }) => body['outcome'])).toEqual(['failed']);
      }
    },
  );

  it('reports a missing key if the stored one cannot be decrypted, and logs that without the key', async () => {
    const grant = await grantFor('deepinfra', vendor.endpoints.deepinfra);
    const moved = { ...grant, vendor: { ...grant.vendor, endpoint_url: 'https://elsewhere.example/chat' } };
    const context = await contextFor(moved);
    const response = await handler(post(hello), context);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({
      error: {
        code: 'missing_key',
        message: 'The Vendor API key is not set. Please configure it in admin settings.',
      },
    });
    expect(context.logged).toEqual([JSON.stringify({ event: 'vendor-key-unusable', vendor: 'deepinfra' })]);
    expect(finishes(context).map(({ body }) => body['outcome'])).toEqual(['failed']);
  });

  it('delivers a partial reply, sends the error as an event and counts the message', async () => {
    vendor.script({ kind: 'error-event', after: 2, error: { message: 'overloaded', code: 503 } });
    const context = await openContext();
    const response = await handler(post({ ...hello, stream: true }), context);
    const text = await response.text();
    expect(text).toContain('"content":"You"');
    expect(text).toContain('"message":"API error (503): overloaded"');
    expect(text).not.toContain('[DONE]');
    expect(finishes(context).map(({ body }) => body['outcome'])).toEqual(['answered']);
  });

  it('delivers the reply even if recording it fails', async () => {
    const context = createTestContext({
      answers: {
        'rpc/begin_completion': await grantFor('deepinfra', vendor.endpoints.deepinfra),
        'rpc/finish_completion': Response.json({ code: 'XX000' }, { status: 500 }),
      },
      encryptionKeys,
    });
    expect((await handler(post(hello), context)).status).toBe(200);
    await vi.waitFor(() => expect(context.logged).toHaveLength(1));
    expect(context.logged[0]).toContain('completion-not-settled');
  });
});
