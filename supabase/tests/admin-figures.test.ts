import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { userClaims } from '../../src/service/testing/clients.ts';
import type { RunningTestService } from '../../src/service/testing/running-service.ts';
import { openConsole, type SignedIn } from './testing/callers.ts';
import { as, makeAccount, type Account } from './testing/accounts.ts';

const dayOf = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
const today = dayOf(0);

describeSchema('figures and settings for administrators', (open) => {
  let database: OpenedDatabase;
  let service: RunningTestService;
  let admin: SignedIn;

  beforeAll(async () => {
    ({ database, service, admin } = await openConsole(open));
    // The demo costs nothing, so another vendor is enabled. Only an enabled vendor replies.
    await database.query(`update public.api_vendors set is_enabled = true where name = 'openai'`);
  });
  afterAll(() => service.close());

  const act = (path: string, body: unknown = {}) => admin.post(`admin/${path}`, body);
  const set = async (key: string, value: unknown) =>
    expect((await act('settings/save', { key, value })).status).toBe(200);
  const idOf = async (vendor: string) =>
    (await database.query<{ id: string }>(`select id from public.api_vendors where name = $1`, [vendor]))[0]!
      .id;

  interface Ending {
    readonly outcome?: string;
    readonly estimated?: boolean;
    readonly ownKey?: boolean;
  }
  /**
   * Completes a request to GPT-4o mini (0.15 USD per million input tokens, 0.60 per million output tokens): 1,000 input and
   * 500 output tokens.
   */
  async function complete(user: string, { outcome = 'answered', estimated, ownKey }: Ending = {}) {
    const message = randomUUID();
    const [begun] = await database.query<{ answer: { ok: boolean; message?: string } }>(
      `select public.begin_completion($1, $2, 'openai', 'gpt-4o-mini', is_own_key => $3, reply_tokens => 0) as answer`,
      [user, message, ownKey ?? false],
    );
    if (!begun?.answer.ok) return begun?.answer.message;
    await database.query(`select public.finish_completion($1, $2, $3, $4, 'gpt-4o-mini', 1000, 500, $5)`, [
      user,
      message,
      outcome,
      await idOf('openai'),
      estimated ?? false,
    ]);
    return null;
  }
  const professional = () => makeAccount(database, { plan: 'professional' });

  it('counts replies, tokens, cost, failures and estimates by day, model, vendor and user [ADMIN-008] [ADMIN-017] [ADMIN-046]', async () => {
    const { id } = await professional();
    await complete(id);
    await complete(id, { estimated: true });
    await complete(id, { outcome: 'failed' });
    const rows = async (group: string) =>
      (await act('stats/analytics', { from: dayOf(3), to: today, group })).body.rows;
    const sums = {
      requests: 2,
      failures: 1,
      prompt_tokens: 2000,
      completion_tokens: 1000,
      estimated_requests: 1,
    };
    expect(await rows('model')).toEqual([
      { key: 'gpt-4o-mini', label: 'gpt-4o-mini', ...sums, cost: expect.closeTo(0.0009, 8) },
    ]);
    expect(await rows('vendor')).toMatchObject([{ key: 'openai', label: 'OpenAI', ...sums }]);
    expect(await rows('day')).toMatchObject([{ key: today, ...sums }]);
    expect(await rows('user')).toMatchObject([
      { key: id, label: `${id}@example.test`, ...sums, failures: 0 },
    ]);
    const { totals } = (await act('stats/analytics', { from: dayOf(3), to: today, group: 'vendor' })).body;
    expect(totals).toMatchObject(sums);
    await database.query(`delete from auth.users where id = $1`, [id]);
    expect(await rows('vendor')).toMatchObject([sums]);
  });

  it('exports a range as a table, and refuses invalid ranges', async () => {
    const body = { from: dayOf(3), to: today, group: 'vendor' };
    const { csv, rows, file_name } = (await act('stats/export', body)).body;
    expect(rows).toBe(1);
    expect(csv.split('\r\n')[1]).toMatch(/^"openai","OpenAI",2,1,2000,1000,0.0009,1$/);
    expect(file_name).toBe(`usage-by-vendor-${dayOf(3)}-${today}.csv`);
    for (const wrong of [
      { from: today, to: dayOf(3) },
      { from: '2020-01-01', to: today },
      { from: 'x' },
      { group: 'hour' },
    ])
      expect((await act('stats/analytics', { ...body, ...wrong })).status).toBe(400);
  });

  it('shows today, a week ago, fourteen days and each vendor on the first page [ADMIN-007] [ADMIN-055]', async () => {
    const { id } = await professional();
    await database.query(
      `insert into private.completion_statistics (usage_day, vendor, model_id, requests, failures)
       values (private.today() - 7, 'openai', 'gpt-4o-mini', 40, 4)`,
    );
    await complete(id);
    const { body } = await act('stats/dashboard');
    expect(body.today).toMatchObject({ requests: 3, failures: 1, active_users: 1 });
    expect(body.today.new_users).toBeGreaterThan(0);
    expect(body.last_week).toMatchObject({ requests: 40, failures: 4 });
    expect(body.days).toHaveLength(14);
    expect(body.days.map(({ day }: { day: string }) => day)).toEqual(
      Array.from({ length: 14 }, (_, index) => dayOf(13 - index)),
    );
    expect(body.vendors).toEqual([
      {
        vendor: 'openai',
        display_name: 'OpenAI',
        requests: 3,
        failures: 1,
        p50_ms: expect.any(Number),
        p95_ms: expect.any(Number),
      },
    ]);
    expect(body.active_vendor).toBe('Demo');
  });

  describe('a budget', () => {
    const budget = async ({ claims }: Account) =>
      (
        await as<{ budget: Record<string, unknown> }>(
          database,
          { claims },
          `select public.get_usage_budget() as budget`,
        )
      )[0]!.budget;

    it('of the plan stops further replies this month, and reports when it resets', async () => {
      const person = await professional();
      await set('professional_tokens_per_month', 2000);
      expect(await complete(person.id)).toBeNull();
      expect(await budget(person)).toMatchObject({ tokens_used: 1500, tokens_allowed: 2000 });
      expect(await complete(person.id)).toBeNull();
      expect(await complete(person.id)).toMatch(
        /^You have used your budget for this month\. It resets on 1 [A-Z][a-z]+\.$/,
      );
      await set('professional_tokens_per_month', null);
      expect(await complete(person.id)).toBeNull();
    });

    it('has separate settings for each plan', async () => {
      const accounts = {
        guest: await makeAccount(database, { isGuest: true }),
        starter: await makeAccount(database),
        professional: await professional(),
      };
      const limits = { guest: [11, 0.1], starter: [22, 0.2], professional: [33, 0.3] } as const;
      const setAll = async (limitOf: (limit: number) => number | null) => {
        for (const [plan, [tokens, cost]] of Object.entries(limits)) {
          await set(`${plan}_tokens_per_month`, limitOf(tokens));
          await set(`${plan}_cost_per_month`, limitOf(cost));
        }
      };
      await setAll((limit) => limit);
      for (const plan of ['guest', 'starter', 'professional'] as const)
        expect(await budget(accounts[plan])).toMatchObject({
          tokens_allowed: limits[plan][0],
          cost_allowed: limits[plan][1],
        });
      await setAll(() => null);
      expect(await budget(accounts.guest)).toMatchObject({ tokens_allowed: null, cost_allowed: null });
    });

    it("of one account overrides the plan's, in tokens or in dollars", async () => {
      const person = await professional();
      const own = (tokens_per_month: number | null, cost_per_month: number | null) =>
        act('users/set-budget', { user: person.id, tokens_per_month, cost_per_month });
      await own(null, 0.0004);
      expect(await complete(person.id)).toBeNull();
      expect(await complete(person.id)).toContain('budget');
      expect((await act('users/show', { user: person.id })).body.budget).toEqual({
        tokens_used: 1500,
        tokens_allowed: null,
        cost_used: expect.closeTo(0.00045, 8),
        cost_allowed: 0.0004,
        own_tokens: null,
        own_cost: 0.0004,
      });
      await own(null, null);
      expect(await complete(person.id)).toBeNull();
    });

    it("does not count replies that the user's own key pays for", async () => {
      const person = await professional();
      await act('users/set-budget', { user: person.id, tokens_per_month: 0, cost_per_month: null });
      expect(await complete(person.id)).toContain('budget');
      expect(await complete(person.id, { ownKey: true })).toBeNull();
      expect(await budget(person)).toMatchObject({ tokens_used: 0, cost_used: 0 });
    });
  });

  describe('a setting', () => {
    it('is listed with its description and the saved value [ADMIN-015] [DATA-024]', async () => {
      await set('failover', true);
      const { settings } = (await act('settings/list')).body;
      expect(settings).toContainEqual({
        key: 'failover',
        value: 'true',
        description: expect.stringMatching(/\S/),
        updated_at: expect.any(String),
      });
      expect(settings.map(({ key }: { key: string }) => key)).not.toContain('active_vendor');
      await set('failover', false);
    });

    it('enables and disables sign-up and the demo', async () => {
      const signUp = () =>
        service.client().auth.signUp({ email: `${randomUUID()}@example.test`, password: 'long enough' });
      await set('signup_open', false);
      expect((await signUp()).error?.code).toBe('signup_disabled');
      await set('demo_enabled', false);
      expect((await service.client().auth.signInAnonymously()).error?.code).toBe(
        'anonymous_provider_disabled',
      );
      const response = await fetch(`${service.url}/auth/v1/settings`, {
        headers: { apikey: 'sb_publishable_test' },
      });
      expect(await response.json()).toMatchObject({
        disable_signup: true,
        external: { anonymous_users: false },
      });
      await set('signup_open', true);
      await set('demo_enabled', true);
      expect((await signUp()).error).toBeNull();
      expect((await service.client().auth.signInAnonymously()).error).toBeNull();
    });

    it('sets the limits of the Starter plan', async () => {
      const starter = await makeAccount(database);
      const ask = async <Row>(sql: string) => (await as<Row>(database, starter, sql))[0]!;
      const quota = () => ask<{ quota: { allowed: number } }>(`select public.get_message_quota() as quota`);
      await set('starter_messages_per_day', 7);
      expect((await quota()).quota.allowed).toBe(7);
      await set('starter_messages_per_day', 3);
      const hours = () =>
        ask<{ hours: number }>(
          `select round(extract(epoch from now() - public.history_since()) / 3600)::int as hours`,
        );
      await set('starter_history_hours', 48);
      expect((await hours()).hours).toBe(48);
      await set('starter_history_hours', 24);
      const models = async () =>
        (
          await database.query<{ models: string[] }>(`select private.plan_models('starter', $1) as models`, [
            await idOf('demo'),
          ])
        )[0]!.models.length;
      await set('starter_models', 1);
      expect(await models()).toBe(1);
      await set('starter_models', 2);
      expect(await models()).toBe(2);
    });

    it('sets the limits of guests, on the demo and on other vendors', async () => {
      const guest = await makeAccount(database, { isGuest: true });
      const allowed = async () =>
        (
          await as<{ quota: { allowed: number } }>(
            database,
            guest,
            `select public.get_message_quota() as quota`,
          )
        )[0]!.quota.allowed;
      await set('guest_demo_messages_per_day', 5);
      expect(await allowed()).toBe(5);
      await act('vendors/activate', { vendor: 'ollama' });
      await set('guest_messages_per_day', 2);
      expect(await allowed()).toBe(2);
      await set('guest_address_messages_per_day', 1);
      const ask = async () => {
        const { id } = await makeAccount(database, { isGuest: true });
        const [asked] = await database.query<{ answer: { ok: boolean } }>(
          `select public.begin_completion($1, $2, client_address_hash => 'one address') as answer`,
          [id, randomUUID()],
        );
        return asked!.answer.ok;
      };
      expect([await ask(), await ask()]).toEqual([true, false]);
      await act('vendors/activate', { vendor: 'demo' });
    });

    it('decides whether the checkout records a plan', async () => {
      const { id } = await makeAccount(database);
      const subscribe = async () =>
        (
          await as<{ answer: { ok: boolean; code?: string } }>(
            database,
            { claims: userClaims(id) },
            `select public.subscribe('monthly') as answer`,
          )
        )[0]!.answer;
      await set('payments_mode', 'off');
      expect(await subscribe()).toMatchObject({ ok: false, code: 'payments_off' });
      await set('payments_mode', 'simulated');
      expect(await subscribe()).toMatchObject({ ok: true });
    });

    it('applies to everyone: the default prompt', async () => {
      await set('default_system_prompt', 'Answer in verse.');
      const { data } = await service
        .client()
        .from('system_settings')
        .select('setting_value')
        .eq('setting_key', 'default_system_prompt');
      expect(data).toEqual([{ setting_value: 'Answer in verse.' }]);
    });
  });
});
