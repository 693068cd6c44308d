import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../src/service/database/database.ts';
import { visitorClaims } from '../../src/service/testing/clients.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { type Account, as, makeAccount, refusalOf } from './testing/accounts.ts';

interface PlanResult {
  readonly ok: boolean;
  readonly code?: string;
  readonly message?: string;
  readonly plan?: string;
  readonly billing?: string;
  readonly started_at?: string;
  readonly ends_at?: string | null;
}

describeSchema('billing', (open) => {
  let database: Database;
  let user: Account;
  beforeAll(async () => {
    database = await open({ migrated: true });
  });
  beforeEach(async () => {
    await setMode('simulated');
    user = await makeAccount(database);
  });

  const setMode = (mode: string) =>
    database.query(
      `update public.system_settings set setting_value = $1 where setting_key = 'payments_mode'`,
      [mode],
    );
  const ask = async (call: string, parameters: readonly unknown[] = [], by = user) =>
    (await as<{ answer: PlanResult }>(database, by, `select public.${call} as answer`, parameters))[0]!
      .answer;
  const subscribe = (billing: string | null, by = user) => ask('subscribe($1)', [billing], by);
  const cancel = (by = user) => ask('cancel_subscription()', [], by);
  const plan = async (by = user) =>
    (await as<{ plan: string }>(database, by, `select public.current_plan() as plan`))[0]!.plan;
  const row = async (by = user) =>
    (
      await database.query<Record<string, unknown>>(
        `select plan, billing, source, ends_at from public.subscriptions where user_id = $1`,
        [by.id],
      )
    )[0];
  const move = (started: string, ends: string | null = null) =>
    database.query(
      `update public.subscriptions set started_at = $2::timestamptz, ends_at = $3::timestamptz where user_id = $1`,
      [user.id, started, ends],
    );
  const acts = async () =>
    (
      await database.query<{ action_type: string }>(
        `select action_type from public.user_activity_logs where user_id = $1 order by created_at`,
        [user.id],
      )
    ).map(({ action_type }) => action_type);

  it.each(['monthly', 'annual'])(
    'records the %s plan, which applies immediately, and logs it once even if repeated [CHECKOUT-031]',
    async (billing) => {
      expect(await subscribe(billing)).toMatchObject({
        ok: true,
        plan: 'professional',
        billing,
        ends_at: null,
      });
      expect(await subscribe(billing)).toMatchObject({ ok: true, billing });
      expect(await row()).toEqual({ plan: 'professional', billing, source: 'simulated', ends_at: null });
      expect(await plan()).toBe('professional');
      expect(await acts()).toEqual(['plan.subscribe']);
    },
  );

  it('records nothing while payments are off, and reports that [CHECKOUT-031]', async () => {
    await setMode('off');
    expect(await subscribe('monthly')).toEqual({
      ok: false,
      code: 'payments_off',
      message: 'Payments are not connected on this installation, so nothing was recorded.',
    });
    expect(await row()).toBeUndefined();
  });

  it.each(['weekly', '', null])('refuses the billing %j', async (billing) => {
    expect(await subscribe(billing)).toMatchObject({ ok: false, code: 'invalid_request' });
    expect(await row()).toBeUndefined();
  });

  it('refuses guests, banned users and visitors', async () => {
    const guest = await makeAccount(database, { isGuest: true });
    const banned = await makeAccount(database, { roles: ['banned'] });
    expect(await subscribe('monthly', guest)).toMatchObject({ ok: false, code: 'forbidden' });
    expect(await subscribe('monthly', banned)).toMatchObject({ ok: false, code: 'forbidden' });
    expect(await row(guest)).toBeUndefined();
    expect(await row(banned)).toBeUndefined();
    expect(
      await refusalOf(as(database, { claims: visitorClaims }, `select public.subscribe('monthly')`)),
    ).toMatchObject({ code: '42501' });
  });

  it('does not change a permanent plan from an administrator', async () => {
    const permanent = await makeAccount(database, { plan: 'professional' });
    expect(await subscribe('annual', permanent)).toMatchObject({
      ok: true,
      plan: 'professional',
      billing: null,
    });
    expect(await row(permanent)).toMatchObject({ source: 'admin', billing: null });
    expect(await cancel(permanent)).toMatchObject({ ok: false, code: 'forbidden' });
    expect(await plan(permanent)).toBe('professional');
  });

  it('ends a canceled plan at the end of its term, and logs it once', async () => {
    await subscribe('monthly');
    await move(new Date(Date.now() - 40 * 86_400_000).toISOString());
    const first = await cancel();
    expect(first.ok).toBe(true);
    const days = (Date.parse(first.ends_at!) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(15);
    expect(days).toBeLessThan(23);
    expect(await plan()).toBe('professional');
    expect((await cancel()).ends_at).toBe(first.ends_at);
    expect(await acts()).toEqual(['plan.subscribe', 'plan.cancel']);
    await move('2020-01-31T10:00:00Z', new Date(Date.now() - 1000).toISOString());
    expect(await plan()).toBe('starter');
    expect(await cancel()).toMatchObject({ ok: false, code: 'no_plan' });
  });

  it.each([
    ['monthly', '2024-01-31T10:00:00Z', 31],
    ['annual', '2024-02-29T10:00:00Z', 29],
  ])('calculates the end of a %s term from the day it began, %s', async (billing, started, mostDay) => {
    await subscribe(billing);
    await move(started);
    const ends = new Date((await cancel()).ends_at!);
    const lastOfMonth = new Date(Date.UTC(ends.getUTCFullYear(), ends.getUTCMonth() + 1, 0)).getUTCDate();
    expect(ends.getUTCDate()).toBe(Math.min(mostDay, lastOfMonth));
    expect(ends.getTime()).toBeGreaterThan(Date.now());
  });

  it('continues the term if the plan is chosen again before its end, and starts a new one later', async () => {
    await subscribe('monthly');
    const started = (await subscribe('monthly')).started_at;
    await cancel();
    expect(await subscribe('monthly')).toMatchObject({ ends_at: null, started_at: started });
    await move('2024-01-31T10:00:00Z', '2024-02-29T10:00:00Z');
    const again = await subscribe('monthly');
    expect(Date.now() - Date.parse(again.started_at!)).toBeLessThan(60_000);
    expect(await plan()).toBe('professional');
  });

  it('starts a term when the billing changes', async () => {
    await subscribe('monthly');
    await move('2024-01-31T10:00:00Z');
    expect(await subscribe('annual')).toMatchObject({ ok: true, billing: 'annual', ends_at: null });
    expect((await cancel()).ends_at! > new Date(Date.now() + 360 * 86_400_000).toISOString()).toBe(true);
  });
});
