import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startVendor, type FakeVendor } from '../../e2e/vendor/vendor.ts';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { startTestService, type RunningTestService } from '../../src/service/testing/running-service.ts';
import { signIn, type SignedIn } from './testing/callers.ts';

const ownKey = 'sk-own-0123456789abcdef';
const curated = 'cognitivecomputations/dolphin-mixtral-8x22b';

describeSchema('vendor checks for users', (open) => {
  let database: OpenedDatabase;
  let service: RunningTestService;
  let vendor: FakeVendor;
  let user: SignedIn;
  let professional: SignedIn;
  let admin: SignedIn;
  const logged: string[] = [];

  beforeAll(async () => {
    vendor = await startVendor();
    database = await open({ migrated: true });
    service = await startTestService(database, (event, fields) =>
      logged.push(JSON.stringify({ event, ...fields })),
    );
    for (const [name, endpoint] of Object.entries(vendor.endpoints))
      await database.query(`update public.api_vendors set endpoint_url = $2 where name = $1`, [
        name,
        endpoint,
      ]);
    [user, professional, admin] = await Promise.all([
      signIn(service),
      signIn(service, { plan: 'professional' }),
      signIn(service, { roles: ['admin'] }),
    ]);
    await admin.post('admin/vendors/set-key', { vendor: 'deepinfra', key: 'sk-service-0123456789' });
  });
  afterAll(async () => {
    await service.close();
    await vendor.close();
  });
  beforeEach(async () => {
    vendor.reset();
    await database.query(`delete from private.vendor_checks`);
    await database.query(`delete from private.key_checks`);
    await admin.post('admin/vendors/activate', { vendor: 'deepinfra' });
  });

  const check = (by: SignedIn, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    by.post('models/check', body, headers);

  describe('the connection check', () => {
    it('runs once for everyone within 30 s, for administrators and users', async () => {
      vendor.always({ kind: 'pace', first: 150 });
      const answers = await Promise.all([
        check(user, { vendor: 'deepinfra', model: curated }),
        check(professional, { vendor: 'deepinfra', model: curated }),
        admin.post('admin/vendors/test', { vendor: 'deepinfra', model: curated }),
      ]);
      expect(vendor.requests).toHaveLength(1);
      const [first, second, third] = answers.map(({ body }) => body);
      expect(first).toMatchObject({ success: true, message: `Connection successful (${first.latency}ms)` });
      expect(second).toEqual(first);
      expect(third).toMatchObject(first);
      expect(vendor.requests[0]?.headers.authorization).toBe('Bearer sk-service-0123456789');
    });

    it('is refused for a model outside the plan and for an inactive vendor [VENDOR-025]', async () => {
      expect(await check(user, { vendor: 'deepinfra', model: 'deepseek-ai/DeepSeek-V3' })).toMatchObject({
        status: 403,
        body: { error: { message: expect.stringContaining('Professional') } },
      });
      expect(await check(professional, { vendor: 'openai', model: 'gpt-4o' })).toMatchObject({
        status: 409,
        body: { error: { message: 'API key not configured for this vendor' } },
      });
      expect(await check(user, { vendor: 'unknown', model: 'x' })).toMatchObject({
        status: 404,
        body: { error: { message: 'Vendor not found' } },
      });
      expect(vendor.requests).toEqual([]);
    });

    it('has a shorter message than a chat if no vendor is active [VENDOR-027] [VENDOR-028] [VENDOR-023]', async () => {
      await database.query(`update public.api_vendors set is_active = false`);
      expect(await check(user, { vendor: 'deepinfra', model: curated })).toMatchObject({
        status: 409,
        body: { error: { message: 'No active vendor configured' } },
      });
      const chat = { model: curated, messages: [{ role: 'user', content: 'Hi' }] };
      expect((await user.post('chat/completions', chat)).body.error.message).toBe(
        'No active API vendor found. Please configure a vendor in admin settings.',
      );
    });

    it('makes no separate call for each made-up model name', async () => {
      const models = ['made-up-1', 'made-up-2', 'made-up-3'];
      for (const model of models)
        expect((await check(professional, { vendor: 'deepinfra', model })).status).toBe(200);
      expect(vendor.requests).toHaveLength(1);
    });

    it('tests at most ten models per minute and user if there is no list of models', async () => {
      await admin.post('admin/vendors/save', { vendor: 'ollama', config: { default_model: null } });
      await admin.post('admin/vendors/activate', { vendor: 'ollama' });
      await database.query(`insert into private.key_checks (user_id, used) values ($1, 9)`, [user.id]);
      expect((await check(user, { vendor: 'ollama', model: 'made-up-1' })).status).toBe(200);
      expect(await check(user, { vendor: 'ollama', model: 'made-up-2' })).toMatchObject({
        status: 429,
        body: { error: { message: expect.stringContaining('ten checks within a minute') } },
      });
      expect(vendor.requests).toHaveLength(1);
    });

    it('is deleted a day after its last use', async () => {
      await check(user, { vendor: 'deepinfra', model: curated });
      const subjectsAfter = async (age: string) => {
        await database.query(
          `update private.vendor_checks set claimed_at = claimed_at - $1::interval where subject <> 'connection:m'`,
          [age],
        );
        await admin.post('admin/vendors/test', { vendor: 'ollama', model: 'm' });
        const rows = await database.query<{ subject: string }>(
          `update private.vendor_checks set claimed_at = claimed_at - interval '1 minute',
             finished_at = finished_at - interval '1 minute' returning subject`,
        );
        return rows.map(({ subject }) => subject).toSorted();
      };
      expect(await subjectsAfter('23 hours')).toEqual([`connection:${curated}`, 'connection:m']);
      expect(await subjectsAfter('1 hour')).toEqual(['connection:m']);
    });

    it('refuses a model name that the database cannot store', async () => {
      const { status } = await check(professional, { vendor: 'deepinfra', model: 'nul \0 and half \ud800' });
      expect(status).toBe(200);
      expect(vendor.requests[0]?.body.model).not.toContain('nul');
    });

    it('runs again if the first caller has crashed, and releases the claim if the caller disconnects', async () => {
      const left = new AbortController();
      vendor.script({ kind: 'black-hole' });
      const asking = fetch(`${service.url}/functions/v1/models/check`, {
        method: 'POST',
        body: JSON.stringify({ vendor: 'deepinfra', model: curated }),
        headers: { authorization: `Bearer ${user.token}` },
        signal: left.signal,
      }).catch(() => 'left');
      await expect.poll(() => vendor.requests.length).toBe(1);
      left.abort();
      expect(await asking).toBe('left');
      expect((await check(professional, { vendor: 'deepinfra', model: curated })).body.success).toBe(true);
      await database.query(
        `update private.vendor_checks set finished_at = null, result = null, claimed_at = claimed_at - interval '41 seconds'`,
      );
      expect((await check(user, { vendor: 'deepinfra', model: curated })).body.success).toBe(true);
      expect(vendor.requests).toHaveLength(3);
    });
  });

  describe("checking a user's own key", () => {
    const headers = (changes: Readonly<Record<string, string>> = {}) => ({
      'x-provider-key': ownKey,
      'x-clover-vendor': 'openai',
      'x-provider-origin': vendor.url,
      ...changes,
    });
    const request = { vendor: 'openai', model: 'gpt-4o' };

    it('calls the vendor with that key, and is not shared', async () => {
      const { status, body } = await check(user, request, headers());
      expect(status).toBe(200);
      expect(body.success).toBe(true);
      expect(vendor.requests[0]).toMatchObject({
        headers: { authorization: `Bearer ${ownKey}` },
        body: {
          model: 'gpt-4o',
          max_tokens: 5,
          temperature: 0.7,
          messages: [{ role: 'system' }, { role: 'user', content: 'Hello' }],
        },
      });
      await check(user, request, headers());
      expect(vendor.requests).toHaveLength(2);
    });

    it('reports a refusal without the key, and stores the key nowhere', async () => {
      vendor.script({ kind: 'status', status: 401, body: { error: { message: `Wrong key ${ownKey}` } } });
      const { body, text } = await check(user, request, headers());
      expect(body).toMatchObject({
        success: false,
        message: expect.stringMatching(/^Connection failed: 401/),
      });
      expect(text).not.toContain(ownKey);
      expect(logged.join('\n')).not.toContain(ownKey);
    });

    it('sends the key only to the origin that its user has seen', async () => {
      expect(
        await check(user, request, headers({ 'x-provider-origin': 'https://api.openai.com' })),
      ).toMatchObject({
        status: 403,
        body: { error: { message: expect.stringContaining('has changed') } },
      });
      expect((await check(user, request, headers({ 'x-clover-vendor': 'deepinfra' }))).status).toBe(400);
      expect(
        (await check(user, { vendor: 'demo', model: 'x' }, headers({ 'x-clover-vendor': 'demo' }))).status,
      ).toBe(400);
      expect(vendor.requests).toEqual([]);
    });

    it('runs ten times per minute and user, even in parallel', async () => {
      const answers = await Promise.all(Array.from({ length: 14 }, () => check(user, request, headers())));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(4);
      expect((await check(professional, request, headers())).status).toBe(200);
      await database.query(`update private.key_checks set since = since - interval '61 seconds'`);
      expect((await check(user, request, headers())).status).toBe(200);
    });
  });

  describe('the list of models', () => {
    const list = async (token: string) => {
      const response = await fetch(`${service.url}/functions/v1/models`, {
        headers: { authorization: `Bearer ${token}` },
      });
      return { status: response.status, body: (await response.json()) as { data: { id: string }[] } };
    };

    it('is requested from a local server, once for all within 15 s, and needs no key', async () => {
      await admin.post('admin/vendors/activate', { vendor: 'ollama' });
      const lists = await Promise.all([list(user.token), list(professional.token), list(admin.token)]);
      expect(lists.map(({ body }) => body.data.map(({ id }) => id))).toEqual(
        Array.from({ length: 3 }, () => expect.arrayContaining(['gpt-4o-mini'])),
      );
      expect(vendor.requests.map(({ path }) => path)).toEqual(['/v1/models']);
      expect(vendor.requests[0]?.headers.authorization).toBeUndefined();
      await database.query(
        `update private.vendor_checks set finished_at = finished_at - interval '16 seconds'`,
      );
      await list(user.token);
      expect(vendor.requests).toHaveLength(2);
    });

    it('works with API keys, but not with revoked ones', async () => {
      const { body: created } = await professional.post('account/api-keys/create', { name: 'mine' });
      const { body } = await list(created.key as string);
      expect(body.data.map(({ id }) => id)).toContain(curated);
      await professional.post('account/api-keys/revoke', { id: created.id });
      expect((await list(created.key as string)).status).toBe(401);
    });
  });

  it('is refused for banned users', async () => {
    const person = await signIn(service);
    await service.admin.from('user_roles').insert({ user_id: person.id, role: 'banned' });
    expect((await check(person, { vendor: 'deepinfra', model: curated })).status).toBe(403);
    const got = await fetch(`${service.url}/functions/v1/models`, {
      headers: { authorization: `Bearer ${person.token}` },
    });
    expect(got.status).toBe(403);
    expect(vendor.requests).toEqual([]);
  });

  it('saves with a reply which vendor was unavailable', async () => {
    const chat = randomUUID();
    const client = service.client();
    const { data } = await client.auth.signInAnonymously();
    const user_id = data.user!.id;
    await client.from('chat_history').insert({ id: chat, user_id, title: 'A chat' });
    const reply = (unavailable_vendor: string) =>
      client
        .from('chat_messages')
        .insert({
          chat_id: chat,
          user_id,
          role: 'assistant',
          content: 'Hello',
          vendor_id: 'openrouter',
          unavailable_vendor,
        })
        .select('vendor_id, unavailable_vendor');
    expect((await reply('DeepInfra')).data).toEqual([
      { vendor_id: 'openrouter', unavailable_vendor: 'DeepInfra' },
    ]);
    expect((await reply('x'.repeat(101))).error?.code).toBe('23514');
  });
});
