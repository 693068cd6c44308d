import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startVendor, type FakeVendor } from '../../e2e/vendor/vendor.ts';
import type { AdminVendor } from '../../src/shared/admin/vendors.ts';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { testSecrets, type RunningTestService } from '../../src/service/testing/running-service.ts';
import { openConsole, signIn, type SignedIn } from './testing/callers.ts';

const key = 'sk-added-0123456789abcdef';
const secret = 'header-0123456789abcdef';

describeSchema('vendors that administrators add', (open) => {
  let database: OpenedDatabase;
  let service: RunningTestService;
  let vendor: FakeVendor;
  let admin: SignedIn;
  let user: SignedIn;

  beforeAll(async () => {
    vendor = await startVendor();
    ({ database, service, admin } = await openConsole(open));
    user = await signIn(service, { plan: 'professional' });
  });
  afterAll(async () => {
    await service.close();
    await vendor.close();
  });
  beforeEach(async () => {
    vendor.reset();
    await database.query(`delete from public.api_vendors where config ? 'dialect'`);
    await database.query(`delete from public.removed_vendors`);
    await database.query(`delete from private.vendor_checks`);
  });

  const act = (action: string, body: unknown = {}) => admin.post(`admin/vendors/${action}`, body);
  const hub = (changes: object = {}) => ({
    display_name: 'Hub & Co.',
    dialect: 'openai-style',
    endpoint_url: `${vendor.url}/v1`,
    needs_key: true,
    key,
    ...changes,
  });
  const add = async (changes: object = {}): Promise<AdminVendor> =>
    (await act('add', hub(changes))).body.vendor;
  const enable = (name: string, is_enabled = true) => act('enable', { vendor: name, is_enabled });
  const offer = (name: string, ...models: readonly string[]) =>
    admin.post('admin/models/save-vendor-models', {
      vendor: name,
      models: models.map((id) => ({ model_id: id, display_name: id })),
    });
  const ask = (who: SignedIn, model: string, name?: string) =>
    who.post(
      'chat/completions',
      { model, messages: [{ role: 'user', content: 'Hello' }] },
      name === undefined ? {} : { 'x-clover-vendor': name },
    );
  const messageOf = async (reply: ReturnType<typeof act>) => (await reply).body.error.message;

  describe('an added vendor', () => {
    it('is stored with a name derived from its display name and an encrypted key, neither active nor enabled', async () => {
      const { status, body, text } = await act('add', hub());
      expect(status).toBe(200);
      expect(body.vendor).toMatchObject({
        name: 'hub-co',
        display_name: 'Hub & Co.',
        has_key: true,
        key_last4: 'cdef',
        is_active: false,
        is_enabled: false,
        priority_order: 0,
        config: { dialect: 'openai-style', needs_key: true },
      });
      expect(text).not.toContain(key);
      const [row] = await database.query<{ api_key_encrypted: string }>(
        `select api_key_encrypted from public.api_vendors where name = 'hub-co'`,
      );
      expect(row?.api_key_encrypted).toMatch(/^v1\.test\./);
    });

    it('always has a unique name, and a display name that no other vendor has', async () => {
      expect((await add({ display_name: '硅基流动' })).name).toBe('vendor');
      expect((await add({ display_name: '深度求索' })).name).toBe('vendor-2');
      expect((await add({ display_name: '302.AI' })).name).toBe('vendor-302-ai');
      expect(await act('add', hub({ display_name: 'openai' }))).toMatchObject({
        status: 409,
        body: { error: { message: 'There is already a vendor called openai.' } },
      });
    });

    it('is refused with a key that has spaces inside, an unknown dialect or an invalid URL', async () => {
      expect(await messageOf(act('add', hub({ key: 'sk a' })))).toContain("can't contain spaces");
      expect(await messageOf(act('add', hub({ dialect: 'telnet' })))).toContain('Unsupported vendor');
      expect(await messageOf(act('add', hub({ endpoint_url: 'http://api.example.com' })))).toContain(
        'https://',
      );
      expect(await messageOf(act('add', hub({ endpoint_url: 'https://a:b@example.com' })))).toContain(
        'user name',
      );
    });

    it('is called with its key and headers, at the documented URL', async () => {
      const { name } = await add({ key: ` ${key} ` });
      const saved = await act('set-headers', { vendor: name, headers: [{ name: 'X-Team', value: secret }] });
      expect(saved.body.vendor).toMatchObject({ has_key: true, key_last4: 'cdef', header_names: ['x-team'] });
      expect(saved.text).not.toContain(secret);
      const { body } = await act('test', { vendor: name, model: 'm' });
      expect(body).toMatchObject({ success: true, vendor: name });
      expect(vendor.requests[0]).toMatchObject({
        path: '/v1/chat/completions',
        headers: { authorization: `Bearer ${key}`, 'x-team': secret },
      });
    });

    it('keeps its headers when the key changes, and its key when the headers change', async () => {
      const { name } = await add();
      await act('set-headers', {
        vendor: name,
        headers: [
          { name: 'x-team', value: secret },
          { name: 'x-other', value: 'gone' },
        ],
      });
      await act('set-key', { vendor: name, key: 'sk-second-0123456789' });
      const changed = await act('set-headers', { vendor: name, headers: [{ name: 'x-team', value: null }] });
      expect(changed.body.vendor).toMatchObject({ key_last4: '6789', header_names: ['x-team'] });
      await act('test', { vendor: name, model: 'm' });
      expect(vendor.requests[0]?.headers).toMatchObject({
        authorization: 'Bearer sk-second-0123456789',
        'x-team': secret,
      });
      expect(vendor.requests[0]?.headers).not.toHaveProperty('x-other');
      const cleared = await act('clear-key', { vendor: name });
      expect(cleared.body.vendor).toMatchObject({ has_key: false, header_names: [] });
    });

    it('loses key and headers when its origin changes', async () => {
      const { name } = await add();
      await act('set-headers', { vendor: name, headers: [{ name: 'x-team', value: secret }] });
      const moved = await act('save', { vendor: name, endpoint_url: 'https://elsewhere.example/v1' });
      expect(moved.body).toMatchObject({ key_cleared: true, vendor: { has_key: false, header_names: [] } });
    });

    it.each(['host', 'authorization', 'Content-Length', 'x-clover-vendor', 'a b'])(
      'refuses the header %s',
      async (header) => {
        const { name } = await add();
        const headers = [{ name: header, value: 'x' }];
        expect((await act('set-headers', { vendor: name, headers })).status).toBe(400);
      },
    );

    it('can change its dialect, which the documented vendors cannot', async () => {
      const { name } = await add();
      const config = { dialect: 'openai-style', needs_key: false };
      expect((await act('save', { vendor: name, config })).body.vendor.config).toEqual(config);
      expect((await act('save', { vendor: 'openai', config })).body.vendor.config).not.toHaveProperty(
        'dialect',
      );
    });
  });

  describe('an enabled vendor', () => {
    it('answers users who name it, while another vendor is active', async () => {
      const { name } = await add();
      await offer(name, 'hub/one', 'hub/two');
      expect((await ask(user, 'hub/two', name)).status).toBe(503);
      await enable(name);
      const { status, body } = await ask(user, 'hub/two', name);
      expect(status).toBe(200);
      expect(vendor.requests.map((request) => request.body['model'])).toEqual(['hub/two']);
      expect(body.model).toBe('hub/two');
      await enable(name, false);
      expect((await ask(user, 'hub/two', name)).status).toBe(503);
    });

    it('is not called by clients that name only a model: the active vendor answers them', async () => {
      const { name } = await add();
      await offer(name, 'hub/one');
      await enable(name);
      const { status, body } = await ask(user, 'hub/one');
      expect(status).toBe(200);
      expect(body.choices[0].message.content).toContain('demo');
      expect(vendor.requests).toEqual([]);
    });

    it('is not part of a limited plan, neither for messages nor for tests', async () => {
      const { name } = await add();
      await offer(name, 'hub/one');
      await enable(name);
      const starter = await signIn(service);
      for (const reply of [
        await ask(starter, 'hub/one', name),
        await starter.post('models/check', { vendor: name, model: 'hub/one' }),
      ])
        expect([reply.status, reply.body.error.code]).toEqual([403, 'forbidden']);
      expect(vendor.requests).toEqual([]);
    });

    it('is tested for users who may choose it', async () => {
      const { name } = await add();
      await offer(name, 'hub/one');
      const check = { vendor: name, model: 'hub/one' };
      expect((await user.post('models/check', check)).body.error.code).toBe('missing_key');
      await enable(name);
      expect((await user.post('models/check', check)).body).toMatchObject({ success: true });
    });

    it('needs its key, and is never the demo', async () => {
      const { name } = await add({ key: undefined });
      expect(await enable(name)).toMatchObject({
        status: 409,
        body: {
          error: {
            message: 'Cannot enable Hub & Co.: API key is required. Please set the API key first.',
          },
        },
      });
      expect((await enable('demo')).status).toBe(400);
      const keyless = await add({ display_name: 'Local', key: undefined, needs_key: false });
      expect((await enable(keyless.name)).body.vendor.is_enabled).toBe(true);
    });
  });

  describe('a removed vendor', () => {
    it('leaves the list with its key and models, and its name stays for old replies', async () => {
      const { name, id } = await add();
      await offer(name, 'hub/one');
      const { body } = await act('remove', { vendor: name });
      expect(body.vendors.map((each: AdminVendor) => each.name)).not.toContain(name);
      expect(await database.query(`select from public.api_vendor_models where vendor_id = $1`, [id])).toEqual(
        [],
      );
      const names = await fetch(`${service.url}/rest/v1/removed_vendors?select=name,display_name`, {
        headers: { apikey: testSecrets.publishableKey, authorization: `Bearer ${user.token}` },
      });
      expect(await names.json()).toEqual([{ name, display_name: 'Hub & Co.' }]);
      expect((await ask(user, 'hub/one', name)).body.error.message).toBe('Vendor not found');
    });

    it('gets its name again if it is added again, and no other vendor can get it', async () => {
      const { name } = await add();
      await act('remove', { vendor: name });
      expect((await add({ display_name: 'Hub, Co' })).name).toBe('hub-co-2');
      expect((await add()).name).toBe('hub-co');
      expect(await database.query(`select from public.removed_vendors`)).toEqual([]);
    });

    it('leaves no gap in the failover order', async () => {
      const { name } = await add();
      await act('reorder', { vendors: ['openai', name, 'deepinfra'] });
      const { body } = await act('remove', { vendor: name });
      const places = body.vendors.map((each: AdminVendor) => [each.priority_order, each.name]);
      expect(places).toEqual(
        expect.arrayContaining([
          [1, 'openai'],
          [2, 'deepinfra'],
        ]),
      );
    });

    it('cannot be the active one or a documented one', async () => {
      const { name } = await add();
      await act('activate', { vendor: name });
      expect(await messageOf(act('remove', { vendor: name }))).toContain('is the active vendor');
      await act('activate', { vendor: 'demo' });
      expect(await messageOf(act('remove', { vendor: 'openai' }))).toContain('is part of the product');
    });
  });

  it("offers 500 models from a vendor's list in one step, and keeps what administrators entered", async () => {
    const { name } = await add();
    await admin.post('admin/models/save-vendor-model', {
      vendor: name,
      model_id: 'hub/7',
      display_name: 'Seven',
      is_available: false,
      config: { context_length: 1, cost_per_1k_input: 0.5 },
    });
    const models = Array.from({ length: 500 }, (_, index) => ({
      model_id: `hub/${index}`,
      display_name: `Model ${index}`,
      config: { context_length: 8000, max_output: 4000 },
    }));
    const { body } = await admin.post('admin/models/save-vendor-models', { vendor: name, models });
    const own = body.vendor_models.filter((model: { vendor: string }) => model.vendor === name);
    expect(own).toHaveLength(500);
    expect(own.find((model: { model_id: string }) => model.model_id === 'hub/7')).toMatchObject({
      display_name: 'Seven',
      is_available: true,
      config: { context_length: 1, max_output: 4000, cost_per_1k_input: 0.5 },
    });
  });

  it('logs each action, without keys or header values', async () => {
    const { name } = await add();
    await act('set-headers', { vendor: name, headers: [{ name: 'x-team', value: secret }] });
    await enable(name);
    await enable(name, false);
    await act('remove', { vendor: name });
    const rows = await database.query<{ action_type: string }>(
      `select action_type, action_details from public.user_activity_logs
       where action_details ->> 'vendor' = $1 and admin_id = $2 order by created_at desc limit 5`,
      [name, admin.id],
    );
    expect(rows.map(({ action_type }) => action_type).toReversed()).toEqual([
      'vendor.add',
      'vendor.set-key',
      'vendor.enable',
      'vendor.disable',
      'vendor.remove',
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/sk-|header-/);
  });
});
