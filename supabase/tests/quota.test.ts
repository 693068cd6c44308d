import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { serviceClaims, userClaims } from '../../src/service/testing/clients.ts';
import type { Database } from '../../src/service/database/database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import {
  type Account,
  as,
  makeAccount,
  makeChat,
  type Refusal,
  refusalOf,
  send,
} from './testing/accounts.ts';

const usedUp = 'You have used your 3 messages for today. Upgrade to Professional for unlimited messages.';

describeSchema('the quota', (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open({ migrated: true });
  });

  const reserve = (account: Account, message: string = randomUUID()) =>
    as(database, account, `select public.reserve_message($1)`, [message]);
  const used = async (account: Account) =>
    (
      await as<{ quota: { used: number } }>(database, account, `select public.get_message_quota() as quota`)
    )[0]?.quota.used;
  const begin = async (account: Account, message: string | null = randomUUID()) =>
    (
      await as<{
        answer: { ok: boolean; code?: string; reservation?: { message_id: string; attempt: number } };
      }>(database, { claims: serviceClaims }, `select public.begin_completion($1, $2) as answer`, [
        account.id,
        message,
      ])
    )[0]!.answer;
  const finish = (account: Account, message: string, outcome: 'answered' | 'failed') =>
    as(database, { claims: serviceClaims }, `select public.finish_completion($1, $2, $3)`, [
      account.id,
      message,
      outcome,
    ]);
  const release = async (account: Account, message: string) =>
    (
      await as<{ done: boolean }>(database, account, `select public.release_reservation($1) as done`, [
        message,
      ])
    )[0]?.done;
  /** Counts the successful attempts, and returns the refusals of the others. */
  const outcome = async (attempts: Promise<unknown>[]) => {
    const results = await Promise.allSettled(attempts);
    const refusals = results.flatMap((each) => (each.status === 'rejected' ? [each.reason as Refusal] : []));
    return { done: results.length - refusals.length, refusals };
  };

  it('counts the day of a guest who creates an account from zero', async () => {
    const guest = await makeAccount(database, { isGuest: true });
    const others = await makeAccount(database);
    const chat = await makeChat(database, guest);
    for (let index = 0; index < 3; index += 1) await send(database, guest, chat);
    await reserve(others);
    await database.query(`update auth.users set is_anonymous = false, email = $2 where id = $1`, [
      guest.id,
      `${guest.id}@example.test`,
    ]);
    const account = { id: guest.id, claims: userClaims(guest.id) };
    expect([await used(account), await used(others)]).toEqual([0, 1]);
    for (let index = 0; index < 3; index += 1) await send(database, account, chat);
    expect(await refusalOf(send(database, account, chat))).toMatchObject({ message: usedUp });
    // Signing in again also updates the account, which must not reset the count.
    await database.query(`update auth.users set last_sign_in_at = now() where id = $1`, [guest.id]);
    expect(await used(account)).toBe(3);
  });

  it('gives Starter three messages per day and reports the limit at the fourth [ROLE-013] [ROLE-020]', async () => {
    const starter = await makeAccount(database);
    const chat = await makeChat(database, starter);
    for (let index = 0; index < 3; index += 1) await send(database, starter, chat);
    expect(await refusalOf(send(database, starter, chat))).toEqual({
      code: 'P0001',
      message: usedUp,
      hint: 'quota',
    });
    expect(await used(starter)).toBe(3);
    expect(await as(database, starter, `select id from public.chat_messages`)).toHaveLength(3);
  });

  it("counts the user's messages, not replies", async () => {
    const starter = await makeAccount(database);
    const chat = await makeChat(database, starter);
    for (const role of ['system', 'user', 'assistant', 'assistant'] as const)
      await send(database, starter, chat, { role });
    expect(await used(starter)).toBe(1);
  });

  it('allows exactly three of fifty parallel messages [ROLE-013]', async () => {
    const starter = await makeAccount(database);
    const chat = await makeChat(database, starter);
    const { done, refusals } = await outcome(Array.from({ length: 50 }, () => send(database, starter, chat)));
    expect(done).toBe(3);
    expect(new Set(refusals.map(({ message }) => message))).toEqual(new Set([usedUp]));
    expect(await used(starter)).toBe(3);
  });

  it('allows exactly three when sending and the gateway race', async () => {
    const starter = await makeAccount(database);
    const chat = await makeChat(database, starter);
    const [sent, begun] = await Promise.all([
      outcome(Array.from({ length: 25 }, () => send(database, starter, chat))),
      Promise.all(Array.from({ length: 25 }, () => begin(starter))),
    ]);
    expect(sent.done + begun.filter(({ ok }) => ok).length).toBe(3);
    expect(await used(starter)).toBe(3);
  });

  it('counts one message once, even if it is reserved several times in parallel', async () => {
    const starter = await makeAccount(database);
    const message = randomUUID();
    const { done } = await outcome(Array.from({ length: 20 }, () => reserve(starter, message)));
    expect(done).toBe(20);
    expect(await used(starter)).toBe(1);
  });

  it("never lets a user take another user's reservation", async () => {
    const [first, second] = [await makeAccount(database), await makeAccount(database)];
    const message = randomUUID();
    await reserve(first, message);
    expect((await refusalOf(reserve(second, message))).code).toBe('42501');
    expect(await release(second, message)).toBe(false);
    await finish(second, message, 'failed');
    expect([await used(first), await used(second)]).toEqual([1, 0]);
  });

  it('gives Professional no limit [ROLE-016]', async () => {
    const professional = await makeAccount(database, { plan: 'professional' });
    const { done } = await outcome(Array.from({ length: 12 }, () => reserve(professional)));
    expect(done).toBe(12);
    expect(await as(database, professional, `select public.get_message_quota() as quota`)).toEqual([
      { quota: { plan: 'professional', allowed: null, used: 12 } },
    ]);
  });

  it('ends Professional with its subscription', async () => {
    const account = await makeAccount(database, { plan: 'professional' });
    await database.query(
      `update public.subscriptions set started_at = now() - interval '2 days', ends_at = now() - interval '1 second' where user_id = $1`,
      [account.id],
    );
    expect(await as(database, account, `select public.current_plan() as plan`)).toEqual([
      { plan: 'starter' },
    ]);
  });

  it('resets with the UTC day', async () => {
    const starter = await makeAccount(database);
    for (let index = 0; index < 3; index += 1) await reserve(starter);
    await database.query(`update private.message_counts set usage_day = usage_day - 1 where user_id = $1`, [
      starter.id,
    ]);
    await reserve(starter);
    expect(await used(starter)).toBe(1);
  });

  it('reads the limit from the settings, and uses the default for an invalid value', async () => {
    const starter = await makeAccount(database);
    const set = (value: string) =>
      database.query(`update public.system_settings set setting_value = $1 where setting_key = $2`, [
        value,
        'starter_messages_per_day',
      ]);
    try {
      await set('1');
      await reserve(starter);
      expect((await refusalOf(reserve(starter))).message).toContain('your 1 messages');
      await set('unlimited');
      await reserve(starter);
      await reserve(starter);
      expect((await refusalOf(reserve(starter))).message).toBe(usedUp);
      await set('0');
      expect((await refusalOf(reserve(await makeAccount(database)))).hint).toBe('quota');
    } finally {
      await set('3');
    }
  });

  it('gives a guest forty messages on the demo [ROLE-024]', async () => {
    const guest = await makeAccount(database, { isGuest: true });
    const { done } = await outcome(Array.from({ length: 45 }, () => reserve(guest)));
    expect(done).toBe(40);
  });

  it('allows at most three gateway requests with one id', async () => {
    const starter = await makeAccount(database);
    const message = randomUUID();
    const answers = await Promise.all(Array.from({ length: 6 }, () => begin(starter, message)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(3);
    expect(answers.find(({ ok }) => !ok)?.code).toBe('quota');
    expect(await used(starter)).toBe(1);
  });

  it('refunds a request that delivered nothing, once, and allows another attempt', async () => {
    const starter = await makeAccount(database);
    const message = randomUUID();
    await begin(starter, message);
    await finish(starter, message, 'failed');
    await finish(starter, message, 'failed');
    expect(await used(starter)).toBe(0);
    expect((await begin(starter, message)).reservation?.attempt).toBe(1);
    expect(await used(starter)).toBe(1);
  });

  it('refunds nothing while another request for the id may deliver, nor after one has', async () => {
    const starter = await makeAccount(database);
    const message = randomUUID();
    await begin(starter, message);
    await begin(starter, message);
    await finish(starter, message, 'failed');
    expect(await used(starter)).toBe(1);
    await finish(starter, message, 'answered');
    await finish(starter, message, 'failed');
    expect(await used(starter)).toBe(1);
  });

  it('creates an id for a request without one', async () => {
    const starter = await makeAccount(database);
    const answer = await begin(starter, null);
    expect(answer.reservation?.message_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(await used(starter)).toBe(1);
  });

  it('allows a client to release a reservation that no gateway request used, once', async () => {
    const starter = await makeAccount(database);
    const [direct, gateway] = [randomUUID(), randomUUID()];
    await reserve(starter, direct);
    await begin(starter, gateway);
    expect([
      await release(starter, direct),
      await release(starter, direct),
      await release(starter, gateway),
    ]).toEqual([true, false, false]);
    expect(await used(starter)).toBe(1);
  });

  it("keeps a stored message's reservation, even if it is released repeatedly", async () => {
    const starter = await makeAccount(database);
    const chat = await makeChat(database, starter);
    for (let sent = 0; sent < 3; sent += 1)
      expect(await release(starter, await send(database, starter, chat))).toBe(false);
    expect(await used(starter)).toBe(3);
    expect((await refusalOf(send(database, starter, chat))).hint).toBe('quota');
    // The message is reserved first, then stored and released in parallel.
    const other = await makeAccount(database);
    const otherChat = await makeChat(database, other);
    const id = randomUUID();
    await reserve(other, id);
    const [released] = await Promise.all([release(other, id), send(database, other, otherChat, { id })]);
    expect(await used(other)).toBe(1);
    expect(await release(other, id)).toBe(false);
    expect(typeof released).toBe('boolean');
  });

  it('refunds a limited number of messages per day', async () => {
    const starter = await makeAccount(database);
    const rounds = Array.from({ length: 41 }, () => randomUUID());
    const released = [];
    for (const id of rounds) {
      await reserve(starter, id);
      released.push(await release(starter, id));
    }
    expect(released).toEqual([...Array.from({ length: 40 }, () => true), false]);
    expect(await used(starter)).toBe(1);
  });

  it('does not count a message that was imported or copied', async () => {
    const starter = await makeAccount(database);
    const chat = await makeChat(database, starter);
    await database.query(
      `insert into public.chat_messages (chat_id, user_id, role, content, origin)
       select $1, $2, 'user', 'x', 'import' from generate_series(1, 10)`,
      [chat, starter.id],
    );
    expect(await used(starter)).toBe(0);
  });

  it('deletes counters and addresses of past days, and nothing of today', async () => {
    const starter = await makeAccount(database);
    const [old, current] = [randomUUID(), randomUUID()];
    await reserve(starter, old);
    await database.query(
      `update public.message_reservations set usage_day = usage_day - 31, client_address_hash = 'hash' where message_id = $1`,
      [old],
    );
    await database.query(`insert into private.address_counts values ('hash', private.today() - 1, 3)`);
    await reserve(starter, current);
    await database.query(`select public.purge_counts()`);
    expect(
      await database.query(`select message_id from public.message_reservations where user_id = $1`, [
        starter.id,
      ]),
    ).toEqual([{ message_id: current }]);
    expect(await database.query(`select from private.address_counts where address_hash = 'hash'`)).toEqual(
      [],
    );
    expect(await used(starter)).toBe(2);
  });
});
