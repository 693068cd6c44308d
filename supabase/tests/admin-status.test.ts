import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import type { RunningTestService } from '../../src/service/testing/running-service.ts';
import { serviceClaims } from '../../src/service/testing/clients.ts';
import { as, makeAccount, makeChat, send } from './testing/accounts.ts';
import { openConsole, type SignedIn } from './testing/callers.ts';
import { replyCalls } from './testing/replies.ts';

describeSchema('what needs an administrator', (open) => {
  let database: OpenedDatabase;
  let service: RunningTestService;
  let admin: SignedIn;

  beforeAll(async () => {
    ({ database, service, admin } = await openConsole(open));
  });
  afterAll(() => service.close());

  const status = async () => (await admin.post('admin/stats/status')).body;

  it('is empty on a new service', async () => {
    expect(await status()).toMatchObject({
      active_vendor: { display_name: 'Demo', is_demo: true, lacks_key: false },
      failing_vendors: [],
      mail: null,
      agreed_merges: 0,
      open_bulk_operations: 0,
      used_up_accounts: 0,
      interrupted_replies: 0,
      host: { is_damaged: false, backup: null, unclean_starts: 0 },
    });
  });

  it('lists a vendor if a fifth of its requests failed today, and at least three', async () => {
    const count = async (vendor: string, requests: number, failures: number, back = 0) =>
      database.query(
        `insert into private.completion_statistics (usage_day, vendor, model_id, requests, failures)
         values (private.today() - $4::int, $1, 'a', $2, $3)`,
        [vendor, requests, failures, back],
      );
    await count('openai', 4, 1);
    await count('anthropic', 0, 2);
    await count('ollama', 100, 3);
    await count('google', 0, 50, 1);
    expect((await status()).failing_vendors).toEqual([]);
    await database.query(`update private.completion_statistics set failures = 3 where vendor = 'openai'`);
    expect((await status()).failing_vendors).toEqual([{ display_name: 'OpenAI', requests: 4, failures: 3 }]);
  });

  it('shows that the active vendor fails until a test or a request works', async () => {
    await database.query(`update private.completion_statistics set usage_day = private.today() - 2`);
    const failure = async () => (await status()).active_vendor.last_failure;
    const check = (success: boolean, minutes: number) =>
      database.query(
        `insert into private.vendor_checks (vendor_id, subject, result, finished_at)
         select v.id, 'connection:a', jsonb_build_object('success', $1::boolean, 'message', 'Refused'),
           now() - make_interval(mins => $2)
         from public.api_vendors v where v.is_active
         on conflict (vendor_id, subject) do update
           set result = excluded.result, finished_at = excluded.finished_at`,
        [success, minutes],
      );
    const complete = (isAnswered: boolean, isOwnKey: boolean) =>
      database.query(
        `select private.count_completion(v.id, 'a', $1, 0, 0, 0, false, 100, $2)
         from public.api_vendors v where v.is_active`,
        [isAnswered, isOwnKey],
      );
    expect(await failure()).toBeNull();
    await check(false, 20);
    expect(await failure()).toMatchObject({ is_test: true, message: 'Refused' });
    // A request may fail without the vendor's fault, unless a test failed too.
    await complete(false, false);
    expect(await failure()).toMatchObject({ is_test: false });
    await complete(true, false);
    await check(true, 10);
    for (const isOwnKey of [true, true, false]) await complete(false, isOwnKey);
    expect(await failure()).toBeNull();
    await complete(false, false);
    expect(await failure()).toMatchObject({ is_test: false, message: null });
    const [active] = (await admin.post('admin/vendors/list')).body.vendors.filter(
      (vendor: { is_active: boolean }) => vendor.is_active,
    );
    expect(active.last_failure).toEqual(await failure());
    await complete(true, false);
    expect(await failure()).toBeNull();
    await complete(false, false);
    expect(await failure()).toBeNull();
  });

  it('forgets failures when the key, the endpoint or the settings of the vendor change', async () => {
    const failure = async () => (await status()).active_vendor.last_failure;
    const fail = (model: string) =>
      database.query(
        `select private.count_completion(v.id, $1, false, 0, 0, 0, false, 100, false)
         from public.api_vendors v where v.is_active`,
        [model],
      );
    for (const change of [
      `api_key_encrypted = 'new'`,
      `endpoint_url = 'https://new.example.com'`,
      `config = config || '{"dialect": "openai"}'`,
    ]) {
      await fail('a');
      await fail('b');
      expect(await failure()).not.toBeNull();
      await database.query(
        `update public.api_vendors set priority_order = priority_order + 1 where is_active`,
      );
      expect(await failure()).not.toBeNull();
      await database.query(`update public.api_vendors set ${change} where is_active`);
      expect([change, await failure()]).toEqual([change, null]);
      await fail('a');
      expect([change, await failure()]).toEqual([change, null]);
    }
  });

  it('shows that the active vendor fails although the failover vendor answers', async () => {
    const account = await makeAccount(database);
    const calls = replyCalls(database);
    const chat = await makeChat(database, account);
    const vendorId = async (isActive: boolean) =>
      (
        await database.query<{ id: string }>(
          `select id from public.api_vendors where is_active = $1 order by name limit 1`,
          [isActive],
        )
      )[0]!.id;
    for (let count = 0; count < 2; count += 1) {
      const [question, reply] = [await calls.ask(account, chat), randomUUID()];
      await calls.begin(account, { question, reply });
      await as(
        database,
        { claims: serviceClaims },
        `select public.finish_completion($1, $2, 'answered', $4, 'other', 1, 1, reply_id => $3, reply_text => 'Yes',
           failed_vendor_id => $5, failed_model_id => 'own')`,
        [account.id, question, reply, await vendorId(false), await vendorId(true)],
      );
    }
    expect((await status()).active_vendor.last_failure).toMatchObject({ is_test: false });
    expect(
      await database.query(
        `select s.requests, s.failures from private.completion_statistics s join public.api_vendors v on v.name = s.vendor
         where v.is_active and s.model_id = 'own'`,
      ),
    ).toEqual([{ requests: 0, failures: 2 }]);
  });

  it('lists a mail server if its last attempt failed', async () => {
    await database.query(
      `insert into private.mail_status (server, sender, last_success_at, last_failure_at)
       values ('mail.example.com', 'a@example.com', now() - interval '1 hour', now())`,
    );
    expect((await status()).mail).toEqual({ is_failing: true, waiting: 0 });
    await database.query(`update private.mail_status set last_success_at = now() + interval '1 second'`);
    expect((await status()).mail).toEqual({ is_failing: false, waiting: 0 });
  });

  it('counts the interrupted replies of the last day', async () => {
    const account = await makeAccount(database);
    const chat = await makeChat(database, account);
    for (const [status, age] of [
      ['interrupted', '1 hour'],
      ['interrupted', '25 hours'],
      ['stopped', '1 hour'],
    ])
      await database.query(
        `insert into public.chat_messages (chat_id, user_id, role, content, status, created_at)
         values ($1, $2, 'assistant', 'Half', $3, now() - $4::interval)`,
        [chat, account.id, status, age],
      );
    expect((await status()).interrupted_replies).toBe(1);
  });

  it('counts accounts without messages left, by their own plan', async () => {
    for (const options of [{}, { plan: 'professional' }] as const) {
      const account = await makeAccount(database, options);
      const chat = await makeChat(database, account);
      for (let message = 0; message < 3; message += 1)
        await send(database, account, chat, { content: 'Hello' });
    }
    expect((await status()).used_up_accounts).toBe(1);
  });

  it('counts people and guests separately, in the figures as in the list', async () => {
    await makeAccount(database, { isGuest: true });
    const { total_users, total_guests } = (await admin.post('admin/stats/dashboard')).body;
    const list = (await admin.post('admin/users/list')).body;
    expect(total_guests).toBeGreaterThan(0);
    expect(list.guests).toBe(total_guests);
    expect(list.total).toBe(total_users + total_guests);
    expect((await admin.post('admin/users/list', { plan: 'starter' })).body.guests).toBeNull();
  });
});
