import { randomUUID } from 'node:crypto';
import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { startVendor, type FakeVendor } from '../../e2e/vendor/vendor.ts';
import { openTestDatabase } from '../../src/service/testing/databases.ts';
import {
  startTestService,
  testSecrets,
  type RunningTestService,
} from '../../src/service/testing/running-service.ts';
import { denoPath, startFunction } from './testing/deno.ts';
import { denoVariables, startDenoHost, type DenoHost } from './testing/deno-host.ts';
import { postVendorAction, connectVendor, makePerson, type Person } from './testing/function-callers.ts';

const vendorKey = 'sk-vendor-0123456789abcdef';
const ownKey = 'sk-own-0123456789abcdef';
/** A word that must not appear in any log. */
const secretText = 'Xylophone';

let service: RunningTestService;
let vendor: FakeVendor;
let denoHost: DenoHost | undefined;
const logged: string[] = [];
const access = () => ({ endpoint: vendor.endpoints.ollama, key: vendorKey });

beforeAll(async () => {
  vendor = await startVendor();
  const [kind = 'pglite'] = inject('databases').kinds;
  service = await startTestService(await openTestDatabase(kind, { migrated: true }), (event, fields) =>
    logged.push(JSON.stringify({ event, ...fields })),
  );
  if (denoPath !== undefined) denoHost = await startDenoHost({ url: service.url, ...testSecrets });
  await connectVendor(service.url, await makePerson(service, service.url, { role: 'admin' }), access());
});
afterAll(async () => {
  await denoHost?.close();
  await service.close();
  await vendor.close();
});
beforeEach(() => vendor.reset());

if (denoPath === undefined)
  process.stdout.write('not run here: Deno is not installed, the functions are tested in Node alone\n');

const hello = {
  model: 'gpt-4o-mini',
  messages: [{ role: 'user' as const, content: `Hello ${secretText}` }],
};

/** The same suite runs on both hosts, because callers must not notice a difference. */
describe.each(denoPath === undefined ? ['Node'] : ['Node', 'Deno'])('the functions in %s', (host) => {
  const url = () => (host === 'Deno' ? denoHost!.url : service.url);
  let user: Person;
  let admin: Person;

  const call = (
    path: string,
    body: unknown,
    {
      token = user.token,
      method = 'POST',
      signal,
    }: { token?: string; method?: string; signal?: AbortSignal } = {},
    headers: Readonly<Record<string, string>> = {},
  ) =>
    fetch(`${url()}/functions/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      ...(method === 'POST' && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
  const administer = (action: string, body: Readonly<Record<string, unknown>>) =>
    postVendorAction(url(), admin, action, body);
  const openai = (apiKey = user.token) =>
    new OpenAI({ apiKey, baseURL: `${url()}/functions/v1`, maxRetries: 0 });

  beforeAll(async () => {
    user = await makePerson(service, url());
    admin = await makePerson(service, url(), { role: 'admin' });
  });

  describe('chat', () => {
    it('answers the official client, with and without streaming', async () => {
      const whole = await openai().chat.completions.create(hello);
      expect(whole.choices[0]?.message.content).toBe(`You said: Hello ${secretText}`);
      expect(vendor.requests[0]?.headers.authorization).toBe(`Bearer ${vendorKey}`);
      const pieces: string[] = [];
      for await (const chunk of await openai().chat.completions.create({ ...hello, stream: true }))
        pieces.push(chunk.choices[0]?.delta.content ?? '');
      expect(pieces.join('')).toBe(`You said: Hello ${secretText}`);
      expect(pieces.length).toBeGreaterThan(2);
    });

    it('forwards a delta before the next one arrives', async () => {
      vendor.script({ kind: 'stall', after: 1 });
      const left = new AbortController();
      const response = await call('chat/completions', { ...hello, stream: true }, { signal: left.signal });
      const { value } = await response.body!.getReader().read();
      expect(new TextDecoder().decode(value)).toContain('"content":"You"');
      left.abort();
      expect(await vendor.requests[0]?.ended).toBe('left');
    });

    it('cancels the upstream call when the caller disconnects before the first delta', async () => {
      vendor.script({ kind: 'black-hole' });
      const left = new AbortController();
      const request = call('chat/completions', { ...hello, stream: true }, { signal: left.signal });
      await vi.waitFor(() => expect(vendor.requests).toHaveLength(1), 10_000);
      left.abort();
      await expect(request).rejects.toMatchObject({ name: 'AbortError' });
      expect(await vendor.requests[0]?.ended).toBe('left');
    });

    it("reports a vendor's failure with the catalog's message, without its key", async () => {
      vendor.script({ kind: 'status', status: 400, body: { error: { message: `Bad key ${vendorKey}` } } });
      const response = await call('chat/completions', hello);
      expect(response.status).toBe(400);
      const { error } = (await response.json()) as { error: { message: string } };
      expect(error.message).toMatch(/^Bad request \(400\): Bad key/);
      expect(error.message).not.toContain(vendorKey);
    });

    it('refuses a missing or forged token and an invalid body', async () => {
      expect((await call('chat/completions', hello, { token: 'forged' })).status).toBe(401);
      expect((await call('chat/completions', hello, { token: testSecrets.publishableKey })).status).toBe(401);
      expect((await call('chat/completions', { model: 'x' })).status).toBe(400);
      expect((await call('chat/completions', null, { method: 'GET' })).status).toBe(405);
      expect(vendor.requests).toEqual([]);
    });

    it('gives the plan starter three messages per day and reports the limit at the fourth [ROLE-020]', async () => {
      const starter = await makePerson(service, url(), { plan: 'starter' });
      const ask = () => call('chat/completions', hello, { token: starter.token });
      const statuses = [];
      for (let time = 0; time < 3; time += 1) statuses.push((await ask()).status);
      expect(statuses).toEqual([200, 200, 200]);
      const refused = await ask();
      expect(refused.status).toBe(429);
      expect(await refused.json()).toMatchObject({
        error: {
          code: 'quota',
          message: 'You have used your 3 messages for today. Upgrade to Professional for unlimited messages.',
        },
      });
    });

    it("sends a user's own key only to the vendor and origin it was entered for", async () => {
      const headers = (origin: string) => ({
        'x-provider-key': ownKey,
        'x-clover-vendor': 'ollama',
        'x-provider-origin': origin,
      });
      expect((await call('chat/completions', hello, {}, headers(vendor.url))).status).toBe(200);
      expect(vendor.requests[0]?.headers.authorization).toBe(`Bearer ${ownKey}`);
      const moved = await call('chat/completions', hello, {}, headers('https://api.openai.com'));
      expect(moved.status).toBe(403);
      expect(vendor.requests).toHaveLength(1);
    });
  });

  describe('the developer API', () => {
    it('accepts a key until it is revoked, for completions and models only', async () => {
      const created = (await (await call('account/api-keys/create', { name: 'A key' })).json()) as {
        id: string;
        key: string;
      };
      const client = openai(created.key);
      expect((await client.chat.completions.create(hello)).model).toBe(hello.model);
      expect((await client.models.list()).data.map(({ id }) => id)).toContain(hello.model);
      expect((await call('account/api-keys/create', { name: 'B' }, { token: created.key })).status).toBe(401);
      expect((await call('admin/vendors/list', {}, { token: created.key })).status).toBe(401);
      expect((await call('text-summarization', { text: 'x' }, { token: created.key })).status).toBe(401);
      expect((await call('account/api-keys/revoke', { id: created.id })).status).toBe(200);
      await expect(client.chat.completions.create(hello)).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
    });
  });

  it('turn speech into text for the official client', async () => {
    await administer('save', { vendor: 'ollama', config: { transcription_model: 'whisper' } });
    const recording = new File([new Uint8Array([0x1a, 0x45, 0xdf, 0xa3]), secretText], 'speech.webm');
    const { text } = await openai().audio.transcriptions.create({ file: recording, model: 'any' });
    expect(text).toBe('Hello from the microphone.');
    expect(vendor.requests.at(-1)).toMatchObject({
      path: expect.stringMatching(/\/audio\/transcriptions$/),
      body: { model: 'whisper', file: { name: 'speech.webm', type: 'audio/webm' } },
    });
  });

  describe('models', () => {
    it('lists the available models', async () => {
      const { data } = await openai().models.list();
      expect(data[0]).toMatchObject({ object: 'model', owned_by: 'ollama' });
      expect((await call('models', null, { method: 'GET', token: 'forged' })).status).toBe(401);
    });

    it("checks the vendor and a user's own key", async () => {
      const request = { vendor: 'ollama', model: hello.model };
      const active = await call('models/check', request);
      expect(await active.json()).toMatchObject({ success: true });
      const own = await call(
        'models/check',
        request,
        {},
        { 'x-provider-key': ownKey, 'x-clover-vendor': 'ollama', 'x-provider-origin': vendor.url },
      );
      expect(await own.json()).toMatchObject({ success: true });
      expect(vendor.requests.at(-1)).toMatchObject({
        headers: { authorization: `Bearer ${ownKey}` },
        body: { max_tokens: 5 },
      });
    });
  });

  describe('the quick actions', () => {
    it.each([
      ['text-summarization', { text: `A report. ${secretText}` }, 'summary'],
      ['data-analysis', { data: 'a,b\n1,2' }, 'analysis'],
      ['code-assistance', { code: 'let a = 1' }, 'assistance'],
      ['advice-generation', { question: 'Tea or coffee?' }, 'advice'],
    ])('%s answers through supabase-js [QUICK-005]', async (name, body, field) => {
      vendor.script({ kind: 'reply', text: 'A good result' });
      const { data, error } = await user.client.functions.invoke(name, { body });
      expect(error).toBeNull();
      expect(data).toMatchObject({ success: true, [field]: 'A good result' });
    });

    it('report a failure as success false, with its text and status [QUICK-011]', async () => {
      const { error } = await user.client.functions.invoke('text-summarization', { body: { text: ' ' } });
      expect(error.context.status).toBe(400);
      expect(await error.context.json()).toMatchObject({ success: false, error: 'text: must not be blank' });
    });

    it('create an image that its user can load as long as a message shows it [QUICK-006]', async () => {
      const created = await user.client.functions.invoke('image-generation', { body: { prompt: 'A fox' } });
      const { imageUrl } = created.data as { imageUrl: string };
      expect(imageUrl).toMatch(new RegExp(`^${url()}/functions/v1/images/[0-9a-f-]{36}$`));
      const load = (token: string) => fetch(imageUrl, { headers: { authorization: `Bearer ${token}` } });
      const own = await load(user.token);
      expect(own.status).toBe(200);
      expect(own.headers.get('content-type')).toBe('image/png');
      expect(own.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
      expect(own.headers.get('vary')).toMatch(/authorization/i);
      const bytes = Buffer.from(await own.arrayBuffer());
      expect(bytes.subarray(1, 4).toString()).toBe('PNG');
      expect(bytes.length).toBe(70);
      expect((await load(admin.token)).status).toBe(404);
      expect((await load('forged')).status).toBe(401);

      const [chat, message] = [randomUUID(), randomUUID()];
      const { client, id } = user;
      await client.from('chat_history').insert({ id: chat, user_id: id, title: 'A fox' });
      const content = `![A fox](${new URL(imageUrl).pathname})`;
      const stored = await client
        .from('chat_messages')
        .insert({ id: message, chat_id: chat, user_id: id, role: 'assistant', content });
      expect(stored.error).toBeNull();
      expect((await load(user.token)).status).toBe(200);
      await client.from('chat_history').delete().eq('id', chat);
      expect((await load(user.token)).status).toBe(404);
    });
  });

  describe('admin actions', () => {
    it('test the connection to the active vendor', async () => {
      await connectVendor(url(), admin, access());
      expect((await call('chat/completions', hello)).headers.get('x-clover-vendor')).toBe('ollama');
    });

    it('save a key that is never shown again, and test the vendor with it', async () => {
      const address = 'https://openrouter.example/api/v1/chat/completions';
      const saved = await administer('save', { vendor: 'openrouter', endpoint_url: address });
      expect(saved).toMatchObject({ status: 200, body: { vendor: { endpoint_url: address } } });
      const set = await administer('set-key', { vendor: 'openrouter', key: vendorKey });
      expect(set.body).toMatchObject({ vendor: { has_key: true, key_last4: 'cdef' } });
      const tested = await administer('test', { vendor: 'ollama' });
      expect(tested.body).toMatchObject({ success: true, vendor: 'ollama' });
      const listed = await administer('list', {});
      expect(JSON.stringify([saved, set, tested, listed])).not.toContain(vendorKey);
      const cleared = await administer('clear-key', { vendor: 'openrouter' });
      expect(cleared.body).toMatchObject({ vendor: { has_key: false } });
    });

    it('are for administrators only', async () => {
      const refused = await call('admin/vendors/list', {});
      expect(refused.status).toBe(403);
      expect((await call('admin/vendors/list', {}, { token: 'forged' })).status).toBe(401);
      expect((await call('admin/vendors/unknown', {}, { token: admin.token })).status).toBe(404);
    });
  });

  it('record no plan without sign-in, nor while payments are off', async () => {
    const chosen = { plan: 'professional', billing: 'monthly' };
    expect((await call('billing/subscribe', chosen, { token: 'forged' })).status).toBe(401);
    const refused = await call('billing/subscribe', chosen);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ error: { code: 'payments_off' } });
  });

  it("allow calls from the service's pages", async () => {
    const response = await fetch(`${url()}/functions/v1/chat/completions`, {
      method: 'OPTIONS',
      headers: {
        origin: service.url,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization, x-clover-message-id, x-provider-key',
      },
    });
    expect(response.ok).toBe(true);
    expect(response.headers.get('access-control-allow-headers')).toMatch(/x-provider-key/i);
  });

  it('logs neither keys nor texts', async () => {
    await call('chat/completions', { ...hello, stream: false });
    await call('chat/completions', hello, {}, { 'x-provider-key': ownKey, 'x-clover-vendor': 'unknown' });
    const log = host === 'Deno' ? denoHost!.log() : logged.join('\n');
    expect(log).toContain('"event":"function"');
    for (const secret of [vendorKey, ownKey, secretText, user.token]) expect(log).not.toContain(secret);
  });
});

it.runIf(denoPath)(
  'the functions in Deno call no private address unless the operator allows it',
  async () => {
    const { token } = await makePerson(service, service.url);
    const marker = randomUUID();
    const guardedFunction = await startFunction(
      'chat',
      denoVariables(service.url, testSecrets, { allowsPrivate: false }),
    );
    const response = await fetch(`${guardedFunction.url}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...hello, messages: [{ role: 'user', content: marker }] }),
    });
    const reply: unknown = await response.json();
    await guardedFunction.stop();
    expect(response.status).toBe(502);
    expect(reply).toMatchObject({ error: { code: 'network' } });
    expect(JSON.stringify(vendor.requests.map(({ body }) => body))).not.toContain(marker);
  },
);
