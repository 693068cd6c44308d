import { createHash, randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/service/database/database.ts';
import { serviceClaims } from '../../src/service/testing/clients.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { type Account, as, makeAccount, refusalOf } from './testing/accounts.ts';

interface Answerer {
  readonly vendor: { readonly name: string; readonly api_key_encrypted: string | null };
  readonly model: { readonly id: string };
}
interface CompletionStart extends Partial<Answerer> {
  readonly ok: boolean;
  readonly code?: string;
  readonly message?: string;
  readonly user_id?: string;
  readonly failover?: Answerer | null;
  readonly reservation?: { readonly message_id: string; readonly attempt: number };
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

describeSchema("the gateway's database functions", (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open({ migrated: true });
  });
  afterEach(async () => {
    await activate('demo');
    await set('failover', 'false');
  });

  const call = async <Answer>(name: string, parameters: Readonly<Record<string, unknown>>) => {
    const names = Object.keys(parameters).map((parameter, index) => `${parameter} => $${index + 1}`);
    const rows = await as<{ answer: Answer }>(
      database,
      { claims: serviceClaims },
      `select public.${name}(${names.join(', ')}) as answer`,
      Object.values(parameters),
    );
    return rows[0]!.answer;
  };
  const begin = (parameters: Readonly<Record<string, unknown>>) =>
    call<CompletionStart>('begin_completion', parameters);
  const finish = (account: Account, message: string, outcome: 'answered' | 'failed') =>
    call('finish_completion', { user_id: account.id, message_id: message, outcome });
  const activate = async (name: string) => {
    await database.query(`update public.api_vendors set is_active = false where is_active`);
    await database.query(`update public.api_vendors set is_active = true where name = $1`, [name]);
  };
  const set = (key: string, value: string) =>
    database.query(
      `insert into public.system_settings (setting_key, setting_value) values ($1, $2)
       on conflict (setting_key) do update set setting_value = excluded.setting_value`,
      [key, value],
    );
  const used = async ({ id }: Account) =>
    (
      await database.query<{ used: number }>(`select used from private.message_counts where user_id = $1`, [
        id,
      ])
    )[0]?.used ?? 0;
  const makeKey = async (account: Account) => {
    const hash = hashOf(randomUUID());
    const created = await call<{ ok: boolean; id: string; code?: string; message?: string }>(
      'create_api_key',
      {
        user_id: account.id,
        name: 'Laptop',
        prefix: 'clv_abcd1234',
        key_hash: hash,
      },
    );
    return { ...created, hash };
  };
  const revoke = (account: Account, key: string) =>
    as<{ done: boolean }>(database, account, `select public.revoke_api_key($1) as done`, [key]);

  describe('a session', () => {
    it('is checked in the same call, and refused if it has ended', async () => {
      const account = await makeAccount(database);
      const session = randomUUID();
      await database.query(`insert into auth.sessions (id, user_id) values ($1, $2)`, [session, account.id]);
      const request = { user_id: account.id, session_id: session };
      expect(await begin(request)).toMatchObject({ ok: true, user_id: account.id });
      const other = await makeAccount(database);
      expect(await begin({ ...request, user_id: other.id })).toMatchObject({ code: 'unauthenticated' });
      await database.query(`delete from auth.sessions where id = $1`, [session]);
      expect(await begin(request)).toEqual({
        ok: false,
        code: 'unauthenticated',
        message: 'Please sign in to use the chat',
      });
      expect(await used(account)).toBe(1);
    });
  });

  describe('an API key', () => {
    it('is created for Professional only, and stored as its hash [DATA-015]', async () => {
      const account = await makeAccount(database, { plan: 'professional' });
      const created = await makeKey(account);
      expect(
        await as(database, account, `select id, name, prefix, revoked_at from public.llm_api_keys`),
      ).toEqual([{ id: created.id, name: 'Laptop', prefix: 'clv_abcd1234', revoked_at: null }]);
      expect(
        await refusalOf(as(database, account, `select key_hash from public.llm_api_keys`)),
      ).toMatchObject({
        code: '42501',
      });
      const refused = await makeKey(await makeAccount(database));
      expect(refused).toMatchObject({ ok: false, code: 'forbidden' });
      expect(refused.message).toContain('part of Professional');
    });

    it('acts as its owner, and records its last use at most once a minute [DATA-015]', async () => {
      const account = await makeAccount(database, { plan: 'professional' });
      const { hash, id } = await makeKey(account);
      const lastUsed = async () =>
        (
          await database.query<{ at: string | null }>(
            `select last_used_at as at from public.llm_api_keys where id = $1`,
            [id],
          )
        )[0]?.at;
      expect(await lastUsed()).toBeNull();
      expect(await begin({ api_key_hash: hash })).toMatchObject({ ok: true, user_id: account.id });
      const first = await lastUsed();
      expect(first).not.toBeNull();
      await begin({ api_key_hash: hash });
      expect(await lastUsed()).toBe(first);
      await database.query(
        `update public.llm_api_keys set last_used_at = now() - interval '61 seconds' where id = $1`,
        [id],
      );
      await begin({ api_key_hash: hash });
      expect(await lastUsed()).not.toBe(first);
    });

    it('stops working as soon as it is revoked, its owner is banned or the plan ends', async () => {
      const account = await makeAccount(database, { plan: 'professional' });
      const [first, second] = [await makeKey(account), await makeKey(account)];
      expect(await revoke(account, first.id)).toEqual([{ done: true }]);
      expect(await begin({ api_key_hash: first.hash })).toMatchObject({ code: 'unauthenticated' });
      expect(await begin({ api_key_hash: hashOf('unknown') })).toMatchObject({ code: 'unauthenticated' });

      await database.query(`insert into public.user_roles (user_id, role) values ($1, 'banned')`, [
        account.id,
      ]);
      expect(await begin({ api_key_hash: second.hash })).toMatchObject({ code: 'forbidden' });
      await database.query(`delete from public.user_roles where user_id = $1`, [account.id]);
      expect(await begin({ api_key_hash: second.hash })).toMatchObject({ ok: true });
      await database.query(`update public.subscriptions set ends_at = now() where user_id = $1`, [
        account.id,
      ]);
      expect(await begin({ api_key_hash: second.hash })).toMatchObject({
        ok: false,
        code: 'forbidden',
        message: 'API keys are part of Professional. Upgrade to Professional to use this one again.',
      });
    });

    it('is revoked only by its owner or an administrator, and logged without the key', async () => {
      const account = await makeAccount(database, { plan: 'professional' });
      const [own, seized] = [await makeKey(account), await makeKey(account)];
      const administrator = await makeAccount(database, { roles: ['admin'] });
      expect(await revoke(await makeAccount(database), own.id)).toEqual([{ done: false }]);
      expect(await revoke(account, own.id)).toEqual([{ done: true }]);
      expect(await revoke(account, own.id)).toEqual([{ done: true }]);
      expect(await revoke(administrator, seized.id)).toEqual([{ done: true }]);
      const log = await database.query<{ act: string; admin: string | null; details: string }>(
        `select action_type as act, admin_id as admin, action_details::text as details
         from public.user_activity_logs where user_id = $1 order by created_at, action_type`,
        [account.id],
      );
      expect(log.map(({ act, admin }) => ({ act, admin }))).toEqual([
        { act: 'api-key.create', admin: null },
        { act: 'api-key.create', admin: null },
        { act: 'api-key.revoke', admin: null },
        { act: 'api-key.revoke', admin: administrator.id },
      ]);
      expect(JSON.stringify(log)).not.toContain(own.hash);
    });

    it('is one of at most twenty active ones, even for parallel requests', async () => {
      const account = await makeAccount(database, { plan: 'professional' });
      const created = await Promise.all(Array.from({ length: 25 }, () => makeKey(account)));
      expect(created.filter(({ ok }) => ok)).toHaveLength(20);
      const refused = created.find(({ ok }) => !ok);
      expect(refused).toMatchObject({ code: 'too_many' });
      await revoke(account, created.find(({ ok }) => ok)!.id);
      expect((await makeKey(account)).ok).toBe(true);
    });
  });

  describe('a failover vendor', () => {
    const setKey = (names: readonly string[]) =>
      database.query(
        `update public.api_vendors set api_key_encrypted = case when name = any ($1) then 'encrypted-' || name end`,
        [names],
      );

    it('is returned only while failover is on: the next callable one by priority', async () => {
      const account = await makeAccount(database, { plan: 'professional' });
      await setKey(['deepinfra', 'openai', 'modelslab']);
      await activate('deepinfra');
      expect((await begin({ user_id: account.id })).failover).toBeNull();
      await set('failover', 'true');
      expect((await begin({ user_id: account.id })).failover).toMatchObject({
        vendor: { name: 'modelslab', api_key_encrypted: 'encrypted-modelslab' },
        model: { id: 'ModelsLab/Llama-3.1-8b-Uncensored-Dare' },
      });
      await activate('modelslab');
      expect((await begin({ user_id: account.id })).failover?.vendor.name).toBe('deepinfra');
      await setKey(['deepinfra']);
      await activate('deepinfra');
      // A local server needs no key. Its models are unknown, so its default model is used.
      expect(
        (await begin({ user_id: account.id, model_id: 'deepseek-ai/DeepSeek-V3' })).failover,
      ).toMatchObject({
        vendor: { name: 'ollama' },
        model: { id: 'llama3.1:8b' },
      });
      await database.query(
        `update public.api_vendors set priority_order = -priority_order where name = 'ollama'`,
      );
      expect((await begin({ user_id: account.id })).failover).toBeNull();
      await database.query(
        `update public.api_vendors set priority_order = -priority_order where name = 'ollama'`,
      );
    });

    it('is never the demo, and never returned for the demo or for a call with an own key', async () => {
      const account = await makeAccount(database, { plan: 'professional' });
      await setKey(['deepinfra', 'openai']);
      await set('failover', 'true');
      expect((await begin({ user_id: account.id })).failover).toBeNull();
      await activate('deepinfra');
      const own = await begin({ user_id: account.id, vendor_name: 'openai', is_own_key: true });
      expect(own).toMatchObject({
        ok: true,
        failover: null,
        vendor: { name: 'openai', api_key_encrypted: null },
      });
      const ownOfActive = await begin({ user_id: account.id, vendor_name: 'deepinfra', is_own_key: true });
      expect(ownOfActive.vendor).toMatchObject({ name: 'deepinfra', api_key_encrypted: null });
    });

    it("gets one of the plan's models", async () => {
      const starter = await makeAccount(database);
      await setKey(['deepinfra', 'openai']);
      await set('failover', 'true');
      await activate('deepinfra');
      await database.query(
        `insert into public.api_vendor_models (vendor_id, model_id, display_name, config)
         select v.id, 'cognitivecomputations/dolphin-mixtral-8x22b', 'Dolphin', '{"cost_per_1k_input": 1}'
         from public.api_vendors v where v.name = 'openai'`,
      );
      // This curated model is the failover vendor's only one, so it is also the plan's only one.
      const answer = await begin({
        user_id: starter.id,
        model_id: 'cognitivecomputations/dolphin-mixtral-8x22b',
      });
      expect(answer.failover?.model.id).toBe('cognitivecomputations/dolphin-mixtral-8x22b');
      await database.query(`delete from public.api_vendor_models where display_name = 'Dolphin'`);
      const without = await begin({
        user_id: starter.id,
        model_id: 'cognitivecomputations/dolphin-mixtral-8x22b',
      });
      expect(['gpt-4.1-2025-04-14', 'gpt-4o-mini']).toContain(without.failover?.model.id);
    });
  });

  describe("one user's limits", () => {
    it('are twenty concurrent requests; more are refused and not counted', async () => {
      const account = await makeAccount(database, { plan: 'professional' });
      const answers = await Promise.all(
        Array.from({ length: 30 }, () => begin({ user_id: account.id, message_id: randomUUID() })),
      );
      const granted = answers.filter(({ ok }) => ok);
      expect(granted).toHaveLength(20);
      expect(answers.find(({ ok }) => !ok)).toMatchObject({
        code: 'quota',
        message: 'You already have 20 replies in progress. Wait until one of them has finished.',
      });
      expect(await used(account)).toBe(20);
      await finish(account, granted[0]!.reservation!.message_id, 'answered');
      expect((await begin({ user_id: account.id })).ok).toBe(true);
    });

    it('allow a limited number of retries after failures', async () => {
      const account = await makeAccount(database);
      await set('spare_attempts_per_day', '5');
      const attempt = async () => {
        const started = await begin({ user_id: account.id, message_id: randomUUID() });
        if (started.ok) await finish(account, started.reservation!.message_id, 'failed');
        return started;
      };
      // Three messages with three attempts each, and five additional attempts.
      for (let index = 0; index < 14; index += 1) expect((await attempt()).ok).toBe(true);
      expect(await attempt()).toMatchObject({
        ok: false,
        code: 'quota',
        message: 'Too many attempts have failed today. Try again tomorrow.',
      });
      expect(await used(account)).toBe(0);
      await database.query(`delete from public.system_settings where setting_key = 'spare_attempts_per_day'`);
    });

    it('count on the day of the attempt, even for a message of a past day whose counter was deleted', async () => {
      const account = await makeAccount(database);
      await set('spare_attempts_per_day', '0');
      await set('starter_messages_per_day', '1');
      const messages = [randomUUID(), randomUUID()];
      for (const message of messages)
        await database.query(
          `insert into public.message_reservations (message_id, user_id, usage_day) values ($1, $2, private.today() - 1)`,
          [message, account.id],
        );
      const answers = [];
      for (const message of [messages[0], messages[0], messages[1], messages[1]])
        answers.push((await begin({ user_id: account.id, message_id: message })).ok);
      expect(answers).toEqual([true, true, true, false]);
      await database.query(`delete from public.system_settings where setting_key = 'spare_attempts_per_day'`);
      await set('starter_messages_per_day', '3');
    });

    it('refund what a killed process left in progress, once no reply can still arrive', async () => {
      const account = await makeAccount(database);
      const messages = [randomUUID(), randomUUID(), randomUUID()];
      for (const message of messages) await begin({ user_id: account.id, message_id: message });
      expect(await begin({ user_id: account.id })).toMatchObject({ ok: false, code: 'quota' });
      await database.query(
        `update public.message_reservations set last_attempt_at = now() - interval '16 minutes' where message_id = any ($1)`,
        [messages.slice(0, 2)],
      );
      expect(await begin({ user_id: account.id })).toMatchObject({ ok: true });
      expect(await used(account)).toBe(2);
      // A late result doesn't cause another refund.
      await finish(account, messages[0]!, 'failed');
      expect(await used(account)).toBe(2);
    });
  });
});
