import { afterAll, beforeAll, expect, it } from 'vitest';
import { startVendor, type FakeVendor } from '../../e2e/vendor/vendor.ts';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import type { RunningTestService } from '../../src/service/testing/running-service.ts';
import { newPersona } from '../../src/shared/personas/persona.ts';
import { openConsole, post, type SignedIn, signIn } from './testing/callers.ts';

const key = 'sk-admin-0123456789abcdef';
const nonexistent = '00000000-0000-4000-8000-000000000008';

/** A valid body for each action, so that only the caller can be the reason for a refusal. */
const bodies: Readonly<Record<string, unknown>> = {
  'vendors/list': {},
  'vendors/save': { vendor: 'openai', display_name: 'Mine' },
  'vendors/set-key': { vendor: 'openai', key },
  'vendors/clear-key': { vendor: 'openai' },
  'vendors/rotate': {},
  'vendors/test': { vendor: 'ollama' },
  'vendors/activate': { vendor: 'ollama' },
  'vendors/list-models': { vendor: 'ollama' },
  'vendors/reorder': { vendors: ['ollama'] },
  'settings/save': { key: 'failover', value: true },
  'settings/list': {},
  'personas/list': {},
  'personas/publish': { personas: [{ ...newPersona, id: nonexistent, known_revision: null, name: 'X' }] },
  'personas/remove': { id: nonexistent },
  'prompts/list': {},
  'prompts/publish': { id: nonexistent, known_revision: null, name: 'x', title: '', text: 'X' },
  'prompts/remove': { id: nonexistent },
  'models/list': {},
  'models/save': { model_id: 'x', display_name: 'X' },
  'models/delete': { model_id: 'x' },
  'models/order': { model_ids: [] },
  'models/save-vendor-model': { vendor: 'openai', model_id: 'x', display_name: 'X' },
  'models/delete-vendor-model': { vendor: 'openai', model_id: 'x' },
  'keys/list': {},
  'keys/revoke': { id: nonexistent },
  'stats/dashboard': {},
  'stats/analytics': { from: '2026-11-01', to: '2026-11-02', group: 'day' },
  'stats/export': { from: '2026-11-01', to: '2026-11-02', group: 'user' },
  'users/show': { user: nonexistent },
  'users/set-budget': { user: nonexistent, tokens_per_month: 1, cost_per_month: null },
  'users/impersonate': { user: nonexistent },
  'users/current-impersonation': {},
  'users/end-impersonation': {},
  'users/view': { session: nonexistent, page: 'chats' },
  'users/merge-preview': { source: nonexistent, target: nonexistent },
  'users/merge-ask': { source: nonexistent, target: nonexistent },
  'users/merge': { source: nonexistent, target: nonexistent },
  'users/bulk-start': { id: nonexistent, operation: { type: 'lift' }, targets: [nonexistent] },
  'users/bulk-step': { id: nonexistent },
  'users/bulk-status': { id: nonexistent },
  'users/bulk-list': {},
  'logs/list': {},
  'logs/export': {},
  'activity/recent': {},
  'mail/status': {},
  'mail/test': {},
  'roles/list': {},
  'users/list': {},
  'users/create': {
    id: '00000000-0000-4000-8000-000000000009',
    email: 'made@example.test',
  },
  'users/delete': { user: nonexistent },
  'users/set-role': { user: nonexistent, role: 'admin', granted: true },
  'users/set-plan': { user: nonexistent, plan: 'professional' },
  'users/restrict': {
    user: nonexistent,
    restriction_type: 'ban',
    reason: 'Spam',
    expires_at: '2099-01-01T00:00:00Z',
  },
  'users/lift': { user: nonexistent },
  'users/reset-password': { user: nonexistent },
  'users/set-verified': { user: nonexistent, verified: true },
};

describeSchema('the admin function', (open) => {
  let database: OpenedDatabase;
  let service: RunningTestService;
  let vendor: FakeVendor;
  let admin: SignedIn;
  const logged: string[] = [];

  beforeAll(async () => {
    vendor = await startVendor();
    ({ database, service, admin } = await openConsole(open, (event, fields) =>
      logged.push(JSON.stringify({ event, ...fields })),
    ));
    await database.query(`update public.api_vendors set endpoint_url = $1 where name = 'ollama'`, [
      vendor.endpoints.ollama,
    ]);
  });
  afterAll(async () => {
    await service.close();
    await vendor.close();
  });

  const actions = async () =>
    database.query<{ action_type: string; action_details: unknown; ip_address: string; user_agent: string }>(
      `select action_type, action_details, ip_address, user_agent from public.user_activity_logs
       where admin_id = $1 order by created_at desc`,
      [admin.id],
    );
  const act = (action: string, body: unknown = {}) => admin.post(`admin/vendors/${action}`, body);
  const refusal = { code: expect.any(String), message: expect.any(String) };

  it('saves only known settings with valid values [CHAT-080]', async () => {
    const save = (body: unknown) => admin.post('admin/settings/save', body);
    expect((await save({ key: 'failover', value: true })).body).toMatchObject({
      key: 'failover',
      value: 'true',
    });
    expect((await save({ key: 'default_system_prompt', value: ' Be brief. ' })).body.value).toBe('Be brief.');
    for (const wrong of [
      { key: 'active_vendor', value: 'openai' },
      { key: 'payments_mode', value: 'real' },
      { key: 'sharing', value: 'friends' },
      { key: 'encrypted_history', value: 'true' },
      { key: 'starter_models', value: -1 },
      { key: 'starter_history_hours', value: 1.5 },
      { key: 'starter_cost_per_month', value: 'none' },
      { key: 'failover', value: 'yes' },
      { key: 'default_system_prompt', value: ' ' },
      { key: 'default_system_prompt', value: 'x'.repeat(8001) },
    ])
      expect((await save(wrong)).status).toBe(400);
    expect(
      await database.query(
        `select setting_value from public.system_settings where setting_key in ('failover', 'payments_mode') order by setting_key`,
      ),
    ).toEqual([{ setting_value: 'true' }, { setting_value: 'off' }]);
  });

  it('logs each action with its origin, without keys or texts', async () => {
    await act('set-key', { vendor: 'openai', key });
    await admin.post('admin/settings/save', { key: 'default_system_prompt', value: 'A secret prompt' });
    const [second, first] = await actions();
    expect(first).toMatchObject({ action_type: 'vendor.set-key', action_details: { vendor: 'openai' } });
    expect(second).toMatchObject({
      action_type: 'setting.save',
      action_details: { setting: 'default_system_prompt' },
      ip_address: expect.stringMatching(/127\.0\.0\.1|::1/),
      user_agent: expect.stringMatching(/\S/),
    });
    expect(JSON.stringify(await actions())).not.toMatch(/sk-admin|secret prompt/);
    expect(logged.join('\n')).not.toMatch(/sk-admin|secret prompt/);
  });

  it('reports what is wrong with a request', async () => {
    expect(await act('nothing')).toMatchObject({ status: 404, body: { error: refusal } });
    expect(await admin.post('admin/users')).toMatchObject({ status: 404 });
    expect(await act('activate', {})).toMatchObject({ status: 400, body: { error: refusal } });
    expect(await act('set-key', { vendor: 'openai', key: 'x'.repeat(70_000) })).toMatchObject({
      status: 413,
      body: { error: { message: 'The request is larger than 64 kB' } },
    });
    const got = await fetch(`${service.url}/functions/v1/admin/vendors/list`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect(got.status).toBe(405);
  });

  it('refuses everyone else, for every action [ROLE-006] [AUTH-061]', async () => {
    const guest = await service.client().auth.signInAnonymously();
    const [user, restricted, banned, signedOut, withoutFactor] = await Promise.all([
      signIn(service),
      signIn(service, { roles: ['restricted'] }),
      signIn(service, { roles: ['admin'] }),
      signIn(service, { roles: ['admin'] }),
      signIn(service, { roles: ['admin'] }),
    ]);
    await service.admin.from('user_roles').insert({ user_id: banned.id, role: 'banned' });
    await database.query(`delete from auth.sessions where user_id = $1`, [signedOut.id]);
    await database.query(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
       values (gen_random_uuid(), $1, 'totp', 'verified', now(), now())`,
      [withoutFactor.id],
    );
    const professional = await signIn(service, { plan: 'professional' });
    const created = await professional.post('account/api-keys/create', { name: 'mine' });
    await service.admin.from('user_roles').insert({ user_id: professional.id, role: 'admin' });
    expect(created.body.key).toMatch(/^clv_/);

    const callers: readonly (readonly [string, string | null, number, string])[] = [
      ['no one', null, 401, 'unauthenticated'],
      ['the publishable key', 'sb_publishable_test', 401, 'unauthenticated'],
      ['a forged token', `${admin.token}x`, 401, 'unauthenticated'],
      ["an administrator's API key", created.body.key as string, 401, 'unauthenticated'],
      ['an administrator who signed out', signedOut.token, 401, 'unauthenticated'],
      ['a guest', guest.data.session!.access_token, 403, 'forbidden'],
      ['a user', user.token, 403, 'forbidden'],
      ['a restricted user', restricted.token, 403, 'forbidden'],
      ['a banned administrator', banned.token, 403, 'forbidden'],
      ['an administrator without their second factor', withoutFactor.token, 403, 'second_factor_required'],
    ];
    const before = await database.query(`select * from public.api_vendors order by name`);
    // All actions start with the same check, so each caller tries only two, and one caller tries all.
    const two = Object.entries(bodies).slice(0, 2);
    const calls = callers.flatMap(([name, token, status, code]) =>
      (name === 'a user' ? Object.entries(bodies) : two).map(async ([path, body]) => {
        const answer = await post(service, token, `admin/${path}`, body);
        expect([answer.status, answer.body.error.code], `${name}: ${path}`).toEqual([status, code]);
      }),
    );
    await Promise.all(calls);
    expect(await database.query(`select * from public.api_vendors order by name`)).toEqual(before);
    expect(vendor.requests).toEqual([]);
  });
});
