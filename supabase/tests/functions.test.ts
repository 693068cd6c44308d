import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startVendor, type FakeVendor } from '../../e2e/vendor/vendor.ts';
import { functions } from '../../src/service/functions/registry.ts';
import { openTestDatabase } from '../../src/service/testing/databases.ts';
import {
  startTestService,
  testSecrets,
  type RunningTestService,
} from '../../src/service/testing/running-service.ts';
import { checkTypes, configOf, deno, functionNames } from './testing/deno.ts';
import { startDenoHost, type DenoHost } from './testing/deno-host.ts';

const vendorKey = 'sk-vendor-0123456789abcdef';
const ownKey = 'sk-own-0123456789abcdef';
const password = 'a good long password';
/** Words that no log may hold. */
const secretText = 'Xylophone';

let service: RunningTestService;
let vendor: FakeVendor;
let denoHost: DenoHost | undefined;
const logged: string[] = [];

beforeAll(async () => {
  vendor = await startVendor();
  service = await startTestService(await openTestDatabase('pglite', { migrated: true }), (event, fields) =>
    logged.push(JSON.stringify({ event, ...fields })),
  );
  if (deno !== undefined) denoHost = await startDenoHost({ url: service.url, ...testSecrets });
});
afterAll(async () => {
  await denoHost?.close();
  await service.close();
  await vendor.close();
});
beforeEach(() => vendor.reset());

if (deno === undefined)
  process.stdout.write('not run here: Deno is not installed, the functions are tested in Node alone\n');

interface Person {
  readonly client: SupabaseClient;
  readonly id: string;
  readonly token: string;
}

async function makePerson(
  url: string,
  { role, plan = 'professional' }: { readonly role?: string; readonly plan?: string } = {},
): Promise<Person> {
  const email = `${randomUUID()}@example.com`;
  const { data, error } = await service.admin.auth.admin.createUser({ email, password, email_confirm: true });
  if (error) throw error;
  const { id } = data.user;
  const rows: { error: unknown }[] = [
    await service.admin.from('subscriptions').insert({ user_id: id, plan, source: 'admin' }),
  ];
  if (role) rows.push(await service.admin.from('user_roles').insert({ user_id: id, role }));
  for (const row of rows) if (row.error) throw new Error(JSON.stringify(row.error));
  const client = createClient(url, testSecrets.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { data: signedIn } = await client.auth.signInWithPassword({ email, password });
  return { client, id, token: signedIn.session!.access_token };
}

/** One suite for both hosts: what differs between them is nobody's business above. */
describe.each(deno === undefined ? ['Node'] : ['Node', 'Deno'])('the functions in %s', (host) => {
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
  const administer = async (action: string, body: Readonly<Record<string, unknown>>) => {
    const response = await call(`admin/vendors/${action}`, body, { token: admin.token });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const hello = {
    model: 'gpt-4o-mini',
    messages: [{ role: 'user' as const, content: `Hello ${secretText}` }],
  };
  const openai = (apiKey = user.token) =>
    new OpenAI({ apiKey, baseURL: `${url()}/functions/v1`, maxRetries: 0 });

  beforeAll(async () => {
    user = await makePerson(url());
    admin = await makePerson(url(), { role: 'admin' });
    // The way that an administrator connects a vendor is the way that every other test stands on.
    const steps = [
      await administer('save', { vendor: 'ollama', endpoint_url: vendor.endpoints.ollama }),
      await administer('set-key', { vendor: 'ollama', key: vendorKey }),
      await administer('activate', { vendor: 'ollama' }),
    ];
    if (steps.some(({ status }) => status !== 200)) throw new Error(JSON.stringify(steps));
  });

  describe('chat', () => {
    it('answers whole and streaming to the official client', async () => {
      const whole = await openai().chat.completions.create(hello);
      expect(whole.choices[0]?.message.content).toBe(`You said: Hello ${secretText}`);
      expect(vendor.requests[0]?.headers.authorization).toBe(`Bearer ${vendorKey}`);
      const pieces: string[] = [];
      for await (const chunk of await openai().chat.completions.create({ ...hello, stream: true }))
        pieces.push(chunk.choices[0]?.delta.content ?? '');
      expect(pieces.join('')).toBe(`You said: Hello ${secretText}`);
      expect(pieces.length).toBeGreaterThan(2);
    });

    it('hands a delta on before the next one has come', async () => {
      vendor.script({ kind: 'stall', after: 1 });
      const left = new AbortController();
      const response = await call('chat/completions', { ...hello, stream: true }, { signal: left.signal });
      const { value } = await response.body!.getReader().read();
      expect(new TextDecoder().decode(value)).toContain('"content":"You"');
      left.abort();
      expect(await vendor.requests[0]?.ended).toBe('left');
    });

    it("tells a vendor's failure in the words of the catalogue, without its key", async () => {
      vendor.script({ kind: 'status', status: 400, body: { error: { message: `Bad key ${vendorKey}` } } });
      const response = await call('chat/completions', hello);
      expect(response.status).toBe(400);
      const { error } = (await response.json()) as { error: { message: string } };
      expect(error.message).toMatch(/^Bad request \(400\): Bad key/);
      expect(error.message).not.toContain(vendorKey);
    });

    it('refuses a stranger, a forged bearer and a body that is no request', async () => {
      expect((await call('chat/completions', hello, { token: 'forged' })).status).toBe(401);
      expect((await call('chat/completions', hello, { token: testSecrets.publishableKey })).status).toBe(401);
      expect((await call('chat/completions', { model: 'x' })).status).toBe(400);
      expect((await call('chat/completions', null, { method: 'GET' })).status).toBe(405);
      expect(vendor.requests).toEqual([]);
    });

    it('gives the plan starter three messages a day and says so at the fourth [ROLE-020]', async () => {
      const starter = await makePerson(url(), { plan: 'starter' });
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

    it("sends a user's own key to the vendor and origin it was entered for, and nowhere else", async () => {
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
    it('takes a key until it is revoked, for completions and models alone', async () => {
      const made = (await (await call('account/api-keys/create', { name: 'A key' })).json()) as {
        id: string;
        key: string;
      };
      const client = openai(made.key);
      expect((await client.chat.completions.create(hello)).model).toBe(hello.model);
      expect((await client.models.list()).data.map(({ id }) => id)).toContain(hello.model);
      expect((await call('account/api-keys/create', { name: 'B' }, { token: made.key })).status).toBe(401);
      expect((await call('admin/vendors/list', {}, { token: made.key })).status).toBe(401);
      expect((await call('text-summarization', { text: 'x' }, { token: made.key })).status).toBe(401);
      expect((await call('account/api-keys/revoke', { id: made.id })).status).toBe(200);
      await expect(client.chat.completions.create(hello)).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
    });
  });

  describe('models', () => {
    it('lists what can be asked for', async () => {
      const { data } = await openai().models.list();
      expect(data[0]).toMatchObject({ object: 'model', owned_by: 'ollama' });
      expect((await call('models', null, { method: 'GET', token: 'forged' })).status).toBe(401);
    });

    it("checks the vendor and a user's own key", async () => {
      const asked = { vendor: 'ollama', model: hello.model };
      const active = await call('models/check', asked);
      expect(await active.json()).toMatchObject({ success: true });
      const own = await call(
        'models/check',
        asked,
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

    it('tell a failure as success false, with its text and its status [QUICK-011]', async () => {
      const { error } = await user.client.functions.invoke('text-summarization', { body: { text: ' ' } });
      expect(error.context.status).toBe(400);
      expect(await error.context.json()).toMatchObject({ success: false, error: 'text: must not be blank' });
    });

    it('make an image that its user can load as long as a message shows it [QUICK-006]', async () => {
      const made = await user.client.functions.invoke('image-generation', { body: { prompt: 'A fox' } });
      const { imageUrl } = made.data as { imageUrl: string };
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

  describe('what administrators do', () => {
    it('keeps a key that nobody sees again, and tests the vendor with it', async () => {
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

    it('is for administrators', async () => {
      const refused = await call('admin/vendors/list', {});
      expect(refused.status).toBe(403);
      expect((await call('admin/vendors/list', {}, { token: 'forged' })).status).toBe(401);
      expect((await call('admin/vendors/unknown', {}, { token: admin.token })).status).toBe(404);
    });
  });

  it('ends a call upstream when its caller leaves before anything came', async () => {
    for (const [path, body] of [
      ['chat/completions', hello],
      ['data-analysis', { data: 'a,b' }],
    ] as const) {
      vendor.reset();
      vendor.script({ kind: 'black-hole' });
      const left = new AbortController();
      const answer = call(path, body, { signal: left.signal }).catch(() => 'left');
      await expect.poll(() => vendor.requests).toHaveLength(1);
      left.abort();
      expect(await answer).toBe('left');
      expect(await vendor.requests[0]?.ended).toBe('left');
    }
  });

  it('records no plan for a stranger, nor while payments are off', async () => {
    const chosen = { plan: 'professional', billing: 'monthly' };
    expect((await call('billing/subscribe', chosen, { token: 'forged' })).status).toBe(401);
    const refused = await call('billing/subscribe', chosen);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ error: { code: 'payments_off' } });
  });

  it('lets a page of the service call it', async () => {
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
    await call('chat/completions', hello, {}, { 'x-provider-key': ownKey, 'x-clover-vendor': 'nobody' });
    const log = host === 'Deno' ? denoHost!.log() : logged.join('\n');
    expect(log).toContain('"event":"function"');
    for (const secret of [vendorKey, ownKey, secretText, user.token]) expect(log).not.toContain(secret);
  });
});

describe('the functions that are deployed', () => {
  it('are the ones that the embedded service runs', () => {
    expect([...functions.keys()].toSorted((one, other) => one.localeCompare(other))).toEqual(functionNames);
  });

  it('name the same packages in the same versions as the product', async () => {
    const read = async (path: string | URL) =>
      JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;
    const product = await read(new URL('../../package.json', import.meta.url));
    const { zod, 'eventsource-parser': parser } = product['dependencies'] as Record<string, string>;
    const imports = { zod: `npm:zod@${zod}`, 'eventsource-parser': `npm:eventsource-parser@${parser}` };
    for (const name of functionNames)
      expect({ name, ...(await read(configOf(name))) }).toEqual({ name, imports });
  });

  it('verify their callers themselves, as the project that they are deployed to is told', async () => {
    const config = await readFile(new URL('../config.toml', import.meta.url), 'utf8');
    const told = [...config.matchAll(/^\[functions\.([\w-]+)\]\nverify_jwt = false$/gm)].map(
      ([, name]) => name,
    );
    expect(told).toEqual(functionNames);
  });

  it.runIf(deno)(
    'are well typed in Deno',
    async () => {
      expect(await checkTypes(functionNames)).toBe('');
    },
    // Its compiler takes four seconds for all of them, and several times that on a busy machine.
    60_000,
  );
});
