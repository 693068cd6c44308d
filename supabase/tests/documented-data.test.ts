import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { functions } from '../../src/service/functions/registry.ts';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import {
  startTestService,
  testSecrets,
  type RunningTestService,
} from '../../src/service/testing/running-service.ts';
import { demoAccount } from '../../src/shared/demo.ts';
import { signIn, type SignedIn } from './testing/callers.ts';

const adminTables = [
  'user_roles',
  'user_activity_logs',
  'bulk_operations',
  'temporary_restrictions',
  'user_verification_status',
  'user_sessions',
  'llm_api_keys',
];

describeSchema('the documented data', (open) => {
  let database: OpenedDatabase;
  let service: RunningTestService;
  let admin: SignedIn;
  let user: SignedIn;

  beforeAll(async () => {
    database = await open({ migrated: true });
    service = await startTestService(database);
    [admin, user] = await Promise.all([signIn(service, { roles: ['admin'] }), signIn(service)]);
  });
  afterAll(() => service.close());

  const rest = (path: string, { token }: SignedIn, init: RequestInit = {}) =>
    fetch(`${service.url}/rest/v1/${path}`, {
      ...init,
      headers: {
        apikey: testSecrets.publishableKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
    });

  describe('the models of vendors', () => {
    let vendor: string;
    beforeAll(async () => {
      await database.query(`update public.api_vendors set is_active = false where is_active`);
      await database.query(
        `update public.api_vendors set is_active = true, api_key_encrypted = 'encrypted' where name = 'openai'`,
      );
      await database.query(
        `update public.api_vendor_models set is_available = model_id <> 'gpt-4o'
         where vendor_id = (select id from public.api_vendors where name = 'openai')`,
      );
      const [row] = await database.query<{ id: string }>(
        `select id from public.api_vendors where name = 'openai'`,
      );
      vendor = row!.id;
    });
    const read = async (query: string) =>
      (await (await rest(`api_vendor_models?${query}`, user)).json()) as {
        model_id: string;
        api_vendors: { name: string; is_active: boolean };
      }[];
    const listModels = async (condition: string) =>
      (
        await database.query<{ model_id: string }>(
          `select m.model_id from public.api_vendor_models m join public.api_vendors v on v.id = m.vendor_id
           where ${condition} order by m.model_id`,
        )
      ).map(({ model_id }) => model_id);

    it('are read by vendor and availability, with their vendor [DATA-022]', async () => {
      const rows = await read(
        `select=model_id,api_vendors!inner(name,is_active)&vendor_id=eq.${vendor}&is_available=eq.true&order=model_id`,
      );
      expect(rows.map(({ model_id }) => model_id)).toEqual(
        await listModels(`v.name = 'openai' and m.is_available`),
      );
      expect(rows.length).toBeGreaterThan(1);
      expect(rows.map(({ model_id }) => model_id)).not.toContain('gpt-4o');
      for (const row of rows) expect(row.api_vendors).toEqual({ name: 'openai', is_active: true });
    });

    it('are read if they are available and their vendor is active [DATA-023]', async () => {
      const rows = await read(
        'select=model_id,api_vendors!inner(name,is_active)&is_available=eq.true&api_vendors.is_active=eq.true&order=model_id',
      );
      expect(rows.map(({ model_id }) => model_id)).toEqual(
        await listModels(`v.is_active and m.is_available`),
      );
      expect(new Set(rows.map(({ api_vendors }) => api_vendors.name))).toEqual(new Set(['openai']));
    });
  });

  it('has its tables, policies, RPCs, functions and first rows [DATA-041]', async () => {
    for (const table of [...adminTables, 'chat_history', 'api_vendor_models', 'ai_models'])
      expect([table, (await rest(`${table}?select=id&limit=1`, admin)).status]).toEqual([table, 200]);
    for (const call of ['has_role', 'get_api_usage', 'get_user_activity']) {
      const [row] = await database.query<{ found: boolean }>(
        `select exists (select from pg_proc where proname = $1 and pronamespace = 'public'::regnamespace) as found`,
        [call],
      );
      expect([call, row?.found]).toEqual([call, true]);
    }
    expect([...functions.keys()]).toEqual(
      expect.arrayContaining([
        'image-generation',
        'text-summarization',
        'data-analysis',
        'code-assistance',
        'advice-generation',
      ]),
    );
    const vendors = (await (await rest('api_vendors?select=name', user)).json()) as unknown[];
    expect(vendors).toHaveLength(6);
  });

  it('allows reading a vendor by its id with the public key, and nothing without a session [DATA-018] [DATA-040]', async () => {
    const [vendor] = await database.query<{ id: string }>(
      `select id from public.api_vendors where name = 'openai'`,
    );
    const read = await rest(`api_vendors?select=id,name&id=eq.${vendor!.id}`, user);
    expect(await read.json()).toEqual([{ id: vendor!.id, name: 'openai' }]);
    const { data, error } = await service.client().from('api_vendors').select('id');
    expect([data, error?.code]).toEqual([null, '42501']);
  });

  it('is written only by admin actions, even for administrators [DATA-019] [DATA-035]', async () => {
    const writes: readonly (readonly [string, string, object | undefined])[] = [
      ['PATCH', 'api_vendors?name=eq.openai', { is_active: true }],
      ...adminTables.flatMap((table) => [
        ['POST', table, { id: randomUUID() }] as const,
        ['PATCH', `${table}?id=eq.${randomUUID()}`, { id: randomUUID() }] as const,
        ['DELETE', `${table}?id=eq.${randomUUID()}`, undefined] as const,
      ]),
    ];
    for (const caller of [user, admin])
      for (const [method, path, body] of writes) {
        const answer = await rest(path, caller, { method, ...(body && { body: JSON.stringify(body) }) });
        expect([path, method, answer.status]).toEqual([path, method, 403]);
      }
    await admin.post('admin/vendors/activate', { vendor: 'ollama' });
    const active = async () => database.query(`select name from public.api_vendors where is_active`);
    expect(await active()).toEqual([{ name: 'ollama' }]);
    await admin.post('admin/vendors/activate', { vendor: 'demo' });
    expect(await active()).toEqual([{ name: 'demo' }]);
  });

  it('lets a signed-in user chat, rename and delete own chats, and use quick actions [ROLE-005]', async () => {
    const id = randomUUID();
    const write = (method: string, path: string, body?: object) =>
      rest(path, user, { method, ...(body && { body: JSON.stringify(body) }) });
    expect((await write('POST', 'chat_history', { id, user_id: user.id, title: 'Mine' })).status).toBe(201);
    const reply = await user.post('chat/completions', {
      model: 'any',
      messages: [{ role: 'user', content: 'Hello' }],
      stream: false,
    });
    expect(reply.body.choices[0].message.content).toMatch(/\S/);
    expect((await write('PATCH', `chat_history?id=eq.${id}`, { title: 'Renamed' })).status).toBe(204);
    expect((await user.post('advice-generation', { question: 'Which way?' })).status).toBe(200);
    expect((await write('DELETE', `chat_history?id=eq.${id}`)).status).toBe(204);
    expect(await database.query(`select from public.chat_history where id = $1`, [id])).toEqual([]);
  });

  it('treats the demo user as a guest with the demo email, without an account for that email [ROLE-009]', async () => {
    const client = service.client();
    const { data } = await client.auth.signInAnonymously({
      options: { data: { email: demoAccount.email } },
    });
    expect(data.user).toMatchObject({ is_anonymous: true, user_metadata: { email: demoAccount.email } });
    expect((await client.rpc('current_plan')).data).toBe('guest');
    const { error } = await service
      .client()
      .auth.signUp({ email: demoAccount.email, password: 'a good long password' });
    expect(error).not.toBeNull();
  });
});
