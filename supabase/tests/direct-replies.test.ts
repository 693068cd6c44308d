import { AsyncResource } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it, vi } from 'vitest';
import type { Database } from '../../src/service/database/database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { type Account, as, makeAccount, makeChat } from './testing/accounts.ts';
import { replyCalls } from './testing/replies.ts';

describeSchema('replies that a desktop app writes', (open) => {
  let database: Database;
  let calls: ReturnType<typeof replyCalls>;
  beforeAll(async () => {
    database = await open({ migrated: true });
    calls = replyCalls(database);
  });

  const makeQuestion = async () => {
    const account = await makeAccount(database);
    const question = await calls.ask(account, await makeChat(database, account));
    return { account, question };
  };
  const call = async <Result>(account: Account, statement: string, parameters: readonly unknown[]) =>
    (
      await as<{ result: Result }>(database, account, `select public.${statement} as result`, [...parameters])
    )[0]!.result;
  const begin = (account: Account, reply: string, question: string, request = question) =>
    call<{ ok: boolean; code?: string }>(account, `begin_reply($1, $2, null, $3)`, [
      reply,
      question,
      request,
    ]);
  const save = (account: Account, reply: string, start: number, text: string) =>
    call<boolean>(account, `save_reply($1, $2, $3)`, [reply, start, text]);
  const finish = (account: Account, reply: string, text: string, status = 'complete') =>
    call<Readonly<Record<string, unknown>> | null>(
      account,
      `finish_reply($1, $2, $3, 'own-model', 'openai')`,
      [reply, text, status],
    );
  const state = async (request: string) =>
    (
      await database.query<{ state: string }>(
        `select state from public.message_reservations where message_id = $1`,
        [request],
      )
    )[0]?.state;

  it('name the instructions that were sent with them', async () => {
    const { account, question } = await makeQuestion();
    const reply = randomUUID();
    await call(account, `begin_reply($1, $2, null, $2, array['account'])`, [reply, question]);
    expect(await finish(account, reply, 'Hello there')).toMatchObject({
      usage: { instructions: ['account'] },
    });
    const [long, next] = [randomUUID(), await calls.ask(account, await makeChat(database, account))];
    await expect(
      call(account, `begin_reply($1, $2, null, $2, array[repeat('x', 201)])`, [long, next]),
    ).rejects.toMatchObject({ code: '23514' });
  });

  it('wait for a message that is being sent, and do not block it', async () => {
    const account = await makeAccount(database, { plan: 'professional' });
    const chat = await makeChat(database, account);
    const question = await calls.ask(account, chat);
    let beginning: Promise<unknown> = Promise.resolve();
    // Runs outside the transaction below, like a request of another device.
    const beginReply = AsyncResource.bind(() => begin(account, randomUUID(), question));
    const readWaiting = AsyncResource.bind(() => database.query(`select from pg_locks where not granted`));
    await database.asCaller(account.claims, async (tx) => {
      // Sending a message begins with this lock.
      await tx.query(`select from public.chat_history where id = $1 for update`, [chat]);
      beginning = beginReply();
      // PGlite has one connection, so the other request hasn't reached it yet: there is no lock to wait for.
      await vi.waitUntil(async () => open.kind === 'pglite' || (await readWaiting()).length > 0);
      await tx.query(
        `insert into public.chat_messages (chat_id, role, content, parent_id) values ($1, 'user', 'More', $2)`,
        [chat, question],
      );
    });
    expect(await beginning).toMatchObject({ ok: true });
  });

  it('are begun, saved and stored as the user, once, without usage', async () => {
    const { account, question } = await makeQuestion();
    const reply = randomUUID();
    expect(await begin(account, reply, question)).toEqual({ ok: true, seed: null, encryption: null });
    expect(await begin(account, reply, question)).toMatchObject({ code: 'reply_exists' });
    expect(await save(account, reply, 0, 'Hello')).toBe(true);
    expect(await calls.read(account, reply)).toMatchObject({ pieces: [{ start: 0, text: 'Hello' }] });
    const row = await finish(account, reply, 'Hello there');
    expect(row).toMatchObject({
      id: reply,
      content: 'Hello there',
      parent_id: question,
      vendor_id: 'openai',
    });
    expect(await finish(account, reply, 'Hello there')).toEqual(row);
    expect(await save(account, reply, 5, ' there')).toBe(false);
    expect(await calls.spent(account)).toMatchObject({ requests: 0, used: 1 });
  });

  it('get the rest of their text even if the app could not reach the service for weeks', async () => {
    const { account, question } = await makeQuestion();
    const reply = randomUUID();
    await begin(account, reply, question);
    await finish(account, reply, 'Hello', 'interrupted');
    const age = (days: number) =>
      database.query(
        `update public.chat_messages set created_at = now() - make_interval(days => $2) where id = $1`,
        [reply, days],
      );
    await age(31);
    expect(await finish(account, reply, 'Hello there')).toMatchObject({ content: 'Hello' });
    await age(29);
    expect(await finish(account, reply, 'Hello there')).toMatchObject({ content: 'Hello there' });
  });

  it('belong to their user', async () => {
    const { account, question } = await makeQuestion();
    const other = await makeQuestion();
    const reply = randomUUID();
    expect(await begin(other.account, reply, question)).toMatchObject({ code: 'forbidden' });
    await begin(account, reply, question);
    expect(await save(other.account, reply, 0, 'Not mine')).toBe(false);
    await expect(finish(other.account, reply, 'Not mine')).rejects.toMatchObject({ code: '42501' });
    // Clients can't write a reply that the gateway has started.
    const ofGateway = randomUUID();
    await calls.begin(other.account, { question: other.question, reply: ofGateway });
    expect(await save(other.account, ofGateway, 0, 'Forged')).toBe(false);
    await expect(finish(other.account, ofGateway, 'Forged')).rejects.toMatchObject({ code: '42501' });
  });

  it('end when they are stopped, deleted with their chat, or too long', async () => {
    const { account, question } = await makeQuestion();
    const [stopped, long, deleted] = [randomUUID(), randomUUID(), randomUUID()];
    for (const reply of [stopped, long, deleted]) await begin(account, reply, question);
    await calls.stop(account, stopped);
    expect(await save(account, stopped, 0, 'Text')).toBe(false);
    // 1 MiB of text and 256 KiB of reasoning together, in any proportion.
    expect(await save(account, long, 0, 'x'.repeat(1_310_720))).toBe(true);
    expect(await save(account, long, 1_310_720, 'x')).toBe(false);
    await as(database, account, `delete from public.chat_history`);
    expect(await save(account, deleted, 0, 'Text')).toBe(false);
    expect(await finish(account, deleted, 'Text')).toBeNull();
  });

  it('are refused to banned, restricted and full accounts, and beyond the quota', async () => {
    const { account, question } = await makeQuestion();
    for (const day of [1, 2, 3]) {
      const request = randomUUID();
      const answer = await begin(account, randomUUID(), question, request);
      expect([answer.ok, answer.code], `request ${day}`).toEqual(
        day < 3 ? [true, undefined] : [false, 'quota'],
      );
    }
    await database.query(`update private.account_usage set messages = 1000000 where user_id = $1`, [
      account.id,
    ]);
    expect(await begin(account, randomUUID(), question)).toMatchObject({ code: 'quota' });
    await database.query(`insert into public.user_roles (user_id, role) values ($1, 'restricted')`, [
      account.id,
    ]);
    expect(await begin(account, randomUUID(), question)).toMatchObject({ code: 'forbidden' });
    await database.query(`insert into public.user_roles (user_id, role) values ($1, 'banned')`, [account.id]);
    expect(await begin(account, randomUUID(), question)).toMatchObject({ code: 'forbidden' });
  });

  it('are stored although the account was banned or became full meanwhile', async () => {
    const { account, question } = await makeQuestion();
    const [one, two] = [randomUUID(), randomUUID()];
    await begin(account, one, question);
    await begin(account, two, question);
    await database.query(`update private.account_usage set messages = 1000000 where user_id = $1`, [
      account.id,
    ]);
    expect(await finish(account, one, 'Text')).toMatchObject({ content: 'Text' });
    await database.query(`insert into public.user_roles (user_id, role) values ($1, 'banned')`, [account.id]);
    expect(await finish(account, two, 'Text', 'stopped')).toMatchObject({ status: 'stopped' });
  });

  it('are refunded if nothing was delivered, unless the message is stored', async () => {
    const { account, question } = await makeQuestion();
    const [first, again] = [randomUUID(), randomUUID()];
    await begin(account, first, question);
    expect(await finish(account, first, '', 'failed')).toBeNull();
    expect(await state(question)).toBe('reserved');
    const request = randomUUID();
    await begin(account, again, question, request);
    await finish(account, again, '', 'failed');
    expect(await state(request)).toBe('refunded');
  });
});
