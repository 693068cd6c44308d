import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import OpenAI from 'openai';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startVendor, type FakeVendor } from '../../../e2e/vendor/vendor.ts';
import { createdApiKeySchema } from '../../shared/account/api-keys.ts';
import type { OpenedDatabase } from '../database/opened-database.ts';
import { createLog } from '../log.ts';
import { openTestDatabase } from '../testing/databases.ts';
import { startTestService, testSecrets, type RunningTestService } from '../testing/running-service.ts';

let vendor: FakeVendor;
let database: OpenedDatabase;
let service: RunningTestService;
const logged: string[] = [];

beforeAll(async () => {
  vendor = await startVendor();
  database = await openTestDatabase('pglite', { migrated: true });
  service = await startTestService(
    database,
    createLog((line) => void logged.push(line)),
  );
  await database.query(`update public.api_vendors set is_active = false where is_active`);
  await database.query(
    `update public.api_vendors set is_active = true, endpoint_url = $1 where name = 'ollama'`,
    [vendor.endpoints.ollama],
  );
});
afterEach(() => vendor.reset());
afterAll(async () => {
  await service.close();
  await Promise.all([database.close(), vendor.close()]);
});

async function signIn(plan: 'starter' | 'professional') {
  const [email, password] = [`${randomUUID()}@example.test`, randomUUID()];
  const { data } = await service.admin.auth.admin.createUser({ email, password, email_confirm: true });
  const id = data.user?.id ?? '';
  await database.query(`insert into public.subscriptions (user_id, plan, source) values ($1, $2, 'admin')`, [
    id,
    plan,
  ]);
  const client = service.client();
  const session = await client.auth.signInWithPassword({ email, password });
  return { id, client, token: session.data.session?.access_token ?? '' };
}

async function makeKey({ client }: Awaited<ReturnType<typeof signIn>>, name = 'Laptop') {
  const { data, error } = await client.functions.invoke('account/api-keys/create', { body: { name } });
  if (error) throw error;
  return createdApiKeySchema.parse(data);
}

const openAi = (apiKey: string) =>
  new OpenAI({ baseURL: `${service.url}/functions/v1`, apiKey, maxRetries: 0 });
const hello = { model: 'some-model', messages: [{ role: 'user' as const, content: 'Hello secret friend' }] };

const ask = (token: string, body: unknown, signal?: AbortSignal) =>
  fetch(`${service.url}/functions/v1/chat/completions`, {
    method: 'POST',
    headers: { apikey: testSecrets.publishableKey, authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });

const settledIn = async (user: string) =>
  (
    await database.query<{ state: string; in_flight: number }>(
      `select state, in_flight from public.message_reservations where user_id = $1 order by created_at desc limit 1`,
      [user],
    )
  )[0];

describe('the developer API through the official client', () => {
  it('returns complete replies, streams and the list of models, from the active vendor [VENDOR-001] [DATA-015]', async () => {
    const person = await signIn('professional');
    const { key } = await makeKey(person);
    expect(key).toMatch(/^clv_[0-9A-Za-z]{43}$/);
    const client = openAi(key);

    const whole = await client.chat.completions.create(hello);
    expect(whole.choices[0]?.message.content).toBe('You said: Hello secret friend');
    let text = '';
    for await (const chunk of await client.chat.completions.create({ ...hello, stream: true }))
      text += chunk.choices[0]?.delta.content ?? '';
    expect(text).toBe('You said: Hello secret friend');
    const models: string[] = [];
    for await (const { id } of client.models.list()) models.push(id);
    expect(models.length).toBeGreaterThan(0);

    await vi.waitFor(async () => {
      const { data } = await person.client.from('message_usage').select('model_id, requests');
      expect(data).toEqual([{ model_id: 'some-model', requests: 2 }]);
    });
  });

  it('returns errors in the format that the client expects, immediately after the key is revoked [DATA-015]', async () => {
    const person = await signIn('professional');
    const { key, id } = await makeKey(person);
    const client = openAi(key);
    vendor.script({ kind: 'status', status: 400, body: { error: { message: 'Too hot' } } });
    await expect(client.chat.completions.create(hello)).rejects.toBeInstanceOf(OpenAI.BadRequestError);

    await database.query(`update public.subscriptions set ends_at = now() where user_id = $1`, [person.id]);
    await expect(client.chat.completions.create(hello)).rejects.toBeInstanceOf(OpenAI.PermissionDeniedError);
    await expect(client.models.list()).rejects.toBeInstanceOf(OpenAI.PermissionDeniedError);
    await database.query(`update public.subscriptions set ends_at = null where user_id = $1`, [person.id]);
    await client.chat.completions.create(hello);

    await person.client.functions.invoke('account/api-keys/revoke', { body: { id } });
    await expect(client.chat.completions.create(hello)).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
    await expect(client.models.list()).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
  });

  it('shows a key only once: no list, log or table contains it [DATA-015]', async () => {
    const person = await signIn('professional');
    const { key, prefix } = await makeKey(person, ' My key ');
    await openAi(key).chat.completions.create(hello);
    const { data } = await person.client
      .from('llm_api_keys')
      .select('name, prefix, last_used_at, revoked_at')
      .single();
    expect(data).toEqual({ name: 'My key', prefix, last_used_at: expect.any(String), revoked_at: null });
    const rows = await database.query(`select k::text from public.llm_api_keys k`);
    const acts = await database.query(`select l::text from public.user_activity_logs l`);
    const everywhere = JSON.stringify([rows, acts, logged]);
    expect(everywhere).toContain(prefix);
    expect(everywhere).not.toContain(key.slice(prefix.length));
    expect(logged.join('')).not.toMatch(/Hello|secret friend|clv_/);
  });

  it('accepts a key only at the gateway: everywhere else it counts as a missing token', async () => {
    const person = await signIn('professional');
    const { key } = await makeKey(person);
    const door = async (path: string, method = 'GET') => {
      const response = await fetch(`${service.url}${path}`, {
        method,
        headers: { apikey: testSecrets.publishableKey, authorization: `Bearer ${key}` },
        ...(method === 'POST' && { body: JSON.stringify({ name: 'x', vendor: 'ollama', model: 'm' }) }),
      });
      return response.status;
    };
    expect(await door('/rest/v1/chat_history?select=id')).toBe(401);
    expect(await door('/auth/v1/user')).toBe(403);
    expect(await door('/functions/v1/account/api-keys/create', 'POST')).toBe(401);
    expect(await door('/functions/v1/account/api-keys/revoke', 'POST')).toBe(401);
    expect(await door('/functions/v1/models/check', 'POST')).toBe(401);
    expect(await door('/functions/v1/admin/vendors/save', 'POST')).not.toBe(200);
    const asApiKey = await fetch(`${service.url}/rest/v1/system_settings`, { headers: { apikey: key } });
    expect(asApiKey.status).toBe(401);
  });

  it('refuses a key without a name, or with an invalid one', async () => {
    const { client } = await signIn('professional');
    for (const body of [{ name: '  ' }, { name: 'x'.repeat(101) }, { name: 'a\nb' }, {}]) {
      const { error } = await client.functions.invoke('account/api-keys/create', { body });
      expect((error as { context?: Response } | null)?.context?.status).toBe(400);
    }
  });

  it("is for Professional only, and revokes no one else's key", async () => {
    const { id } = await makeKey(await signIn('professional'));
    const starter = await signIn('starter');
    const created = await starter.client.functions.invoke('account/api-keys/create', { body: { name: 'x' } });
    expect((created.error as { context?: Response }).context?.status).toBe(403);
    const revoked = await starter.client.functions.invoke('account/api-keys/revoke', { body: { id } });
    expect((revoked.error as { context?: Response }).context?.status).toBe(404);
  });
});

describe('the gateway of the running service', () => {
  it('refuses a session that was signed out, before its token expires', async () => {
    const { client, token } = await signIn('starter');
    expect((await ask(token, hello)).status).toBe(200);
    await client.auth.signOut();
    expect((await ask(token, hello)).status).toBe(401);
    expect(vendor.requests).toHaveLength(1);
  });

  it('cancels the vendor call within a second after the client disconnects, before and after the first delta', async () => {
    const { id, token } = await signIn('professional');
    for (const behavior of [{ kind: 'black-hole' }, { kind: 'stall', after: 2 }] as const) {
      vendor.reset();
      vendor.script(behavior);
      const caller = new AbortController();
      const request = ask(token, { ...hello, stream: true }, caller.signal).catch(() => undefined);
      await vi.waitFor(() => expect(vendor.requests).toHaveLength(1));
      if (behavior.kind === 'stall') await (await request)?.body?.getReader().read();
      const left = performance.now();
      caller.abort();
      expect(await vendor.requests[0]?.ended).toBe('left');
      expect(performance.now() - left).toBeLessThan(1000);
      await vi.waitFor(async () => expect(await settledIn(id)).toEqual({ state: 'answered', in_flight: 0 }));
    }
  });

  it('settles the request of a client that does not read the response', async () => {
    const { id, token } = await signIn('professional');
    vendor.script({ kind: 'stall', after: 1 });
    const request = httpRequest(`${service.url}/functions/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      agent: false,
    });
    request.on('error', () => {});
    request.on('response', (response) => response.socket.destroy());
    request.end(JSON.stringify({ ...hello, stream: true }));
    await vi.waitFor(() => expect(vendor.requests).toHaveLength(1));
    expect(await vendor.requests[0]?.ended).toBe('left');
    await vi.waitFor(async () => expect(await settledIn(id)).toEqual({ state: 'answered', in_flight: 0 }));
  });

  // `npm run prove -- streams` does the same with 200 streams for a minute, and measures the time of each delta.
  it('delivers every delta of twenty parallel streams and leaves no request open', async () => {
    const { id, token } = await signIn('professional');
    const words = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ');
    vendor.always({ kind: 'pace', between: 5, text: words });
    const replies = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const text = await (await ask(token, { ...hello, stream: true })).text();
        expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
        return Array.from(text.matchAll(/"content":"(.*?)"/g), ([, piece]) => piece).join('');
      }),
    );
    expect(new Set(replies)).toEqual(new Set([words]));
    expect(await Promise.all(vendor.requests.map(({ ended }) => ended))).toEqual(
      Array.from({ length: 20 }, () => 'answered'),
    );
    await vi.waitFor(async () => {
      const [row] = await database.query<{ open: number; answered: number }>(
        `select sum(in_flight)::int as open, count(*) filter (where state = 'answered')::int as answered
         from public.message_reservations where user_id = $1`,
        [id],
      );
      expect(row).toEqual({ open: 0, answered: 20 });
    });
  });
});
