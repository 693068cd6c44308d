import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import type { RunningTestService } from '../../src/service/testing/running-service.ts';
import { openConsole, type SignedIn, signIn } from './testing/callers.ts';

interface Model {
  readonly model_id: string;
  readonly is_default: boolean;
  readonly order: number;
}

describeSchema('models and API keys for administrators', (open) => {
  let database: OpenedDatabase;
  let service: RunningTestService;
  let admin: SignedIn;

  beforeAll(async () => {
    ({ database, service, admin } = await openConsole(open));
  });
  afterAll(() => service.close());

  const act = (path: string, body: unknown = {}) => admin.post(`admin/${path}`, body);
  const models = async (): Promise<Model[]> => (await act('models/list')).body.models;
  const ids = (list: readonly Model[]) => list.map(({ model_id }) => model_id);
  const logged = async (type: string) =>
    database.query(`select from public.user_activity_logs where action_type = $1 and admin_id = $2`, [
      type,
      admin.id,
    ]);

  it("adds, changes and removes the selector's models [ADMIN-013] [ADMIN-028]", async () => {
    const created = await act('models/save', {
      model_id: ' lab/new ',
      display_name: 'New',
      description_items: ['Fast'],
      is_beta: true,
    });
    expect(created.body.models.at(-1)).toEqual({
      model_id: 'lab/new',
      display_name: 'New',
      icon_text: '',
      size_label: '',
      description_items: ['Fast'],
      is_new: false,
      is_pro: false,
      is_beta: true,
      is_default: false,
      supports_images: false,
      order: expect.any(Number),
    });
    const changed = await act('models/save', { model_id: 'lab/new', display_name: 'Newer', is_pro: true });
    expect(changed.body.models.at(-1)).toMatchObject({ display_name: 'Newer', is_pro: true, is_beta: false });
    expect(ids((await act('models/delete', { model_id: 'lab/new' })).body.models)).not.toContain('lab/new');
    expect((await act('models/delete', { model_id: 'lab/new' })).status).toBe(404);
    expect(await logged('model.save')).toHaveLength(2);
  });

  it('accepts names with an at sign, although the log refuses emails', async () => {
    const model_id = 'maker/model@1.5';
    expect((await act('models/save', { model_id, display_name: 'At' })).status).toBe(200);
    const vendorModel = { vendor: 'openai', model_id, display_name: 'At' };
    expect((await act('models/save-vendor-model', vendorModel)).status).toBe(200);
    expect((await act('models/delete-vendor-model', vendorModel)).status).toBe(200);
    expect((await act('models/delete', { model_id })).status).toBe(200);
    const details = await database.query<{ model: string }>(
      `select action_details ->> 'model' as model from public.user_activity_logs
       where action_details ->> 'model' like 'maker/%'`,
    );
    expect(details).toEqual(Array.from({ length: 4 }, () => ({ model: 'maker/model @ 1.5' })));
  });

  it('keeps one default when several are set at the same time', async () => {
    const [first, second, third] = ids(await models());
    const save = (model_id: string | undefined) =>
      act('models/save', { model_id, display_name: 'Default', is_default: true });
    const answers = await Promise.all([save(second), save(third), save(second), save(first)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await models()).filter(({ is_default }) => is_default)).toHaveLength(1);
  });

  it('orders the selector, and refuses an order for an outdated list', async () => {
    const before = ids(await models());
    const turned = before.toReversed();
    expect(ids((await act('models/order', { model_ids: turned })).body.models)).toEqual(turned);
    expect((await act('models/order', { model_ids: before.slice(1) })).body.error.code).toBe('conflict');
    expect((await act('models/order', { model_ids: [...before.slice(1), 'strange'] })).status).toBe(409);
    expect((await act('models/order', { model_ids: [before[0], before[0]] })).status).toBe(400);
    expect(ids(await models())).toEqual(turned);
    await act('models/order', { model_ids: before });
  });

  it("saves a vendor's models with their prices [DATA-006]", async () => {
    const save = (body: object) =>
      act('models/save-vendor-model', { vendor: 'openai', model_id: 'gpt-x', display_name: 'X', ...body });
    await save({ config: { context_length: 1000, cost_per_1k_input: 0.001, supports_vision: true } });
    const { body } = await save({
      is_available: false,
      config: { cost_per_1k_output: 0.002, supports_vision: null },
    });
    const row = body.vendor_models.find(({ model_id }: { model_id: string }) => model_id === 'gpt-x');
    expect(row).toMatchObject({
      vendor: 'openai',
      is_available: false,
      config: { context_length: 1000, cost_per_1k_input: 0.001, cost_per_1k_output: 0.002 },
    });
    expect(row.config).not.toHaveProperty('supports_vision');
    const user = await signIn(service);
    const read = await fetch(
      `${service.url}/rest/v1/api_vendor_models?select=model_id,api_vendors!inner(name,is_active)&model_id=eq.gpt-x&is_available=eq.false&api_vendors.name=eq.openai`,
      { headers: { apikey: 'sb_publishable_test', authorization: `Bearer ${user.token}` } },
    );
    expect(await read.json()).toEqual([
      { model_id: 'gpt-x', api_vendors: { name: 'openai', is_active: false } },
    ]);
    expect((await act('models/delete-vendor-model', { vendor: 'openai', model_id: 'gpt-x' })).status).toBe(
      200,
    );
    expect((await save({ config: { cost_per_1k_input: -1 } })).status).toBe(400);
    expect((await save({ vendor: 'unknown' })).status).toBe(404);
  });

  it("lists users' API keys without their hashes, and revokes them [ADMIN-014] [DATA-015]", async () => {
    const user = await signIn(service, { plan: 'professional' });
    const { key } = (await user.post('account/api-keys/create', { name: 'My program' })).body;
    const listed = await act('keys/list', { search: 'my PROG' });
    expect(listed.body.keys).toEqual([
      {
        id: expect.any(String),
        user_id: user.id,
        email: expect.stringContaining('@'),
        name: 'My program',
        prefix: key.slice(0, listed.body.keys[0].prefix.length),
        created_at: expect.any(String),
        last_used_at: null,
        revoked_at: null,
      },
    ]);
    expect(listed.text).not.toContain(key);
    expect(listed.text).not.toContain('key_hash');
    const { id } = listed.body.keys[0];
    for (let round = 0; round < 2; round += 1)
      expect((await act('keys/revoke', { id })).body).toEqual({ id });
    expect((await act('keys/list', { search: 'my prog', state: 'live' })).body.keys).toEqual([]);
    expect((await act('keys/list', { search: 'my prog', state: 'revoked' })).body.total).toBe(1);
    expect((await act('keys/revoke', { id: admin.id })).status).toBe(404);
    expect(await logged('api-key.revoke')).toHaveLength(1);
  });
});
