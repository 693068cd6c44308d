import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { Database } from '../../src/service/database/database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { as, makeAccount, makeChat } from './testing/accounts.ts';
import { replyCalls } from './testing/replies.ts';

describeSchema('replies that the service writes', (open) => {
  let database: Database;
  let calls: ReturnType<typeof replyCalls>;
  beforeAll(async () => {
    database = await open({ migrated: true });
    calls = replyCalls(database);
  });

  const makeQuestion = async () => {
    const account = await makeAccount(database);
    const chat = await makeChat(database, account);
    const question = await calls.ask(account, chat);
    return { account, chat, question };
  };

  it('stores the reply once, and returns its row, cost and quota in one call', async () => {
    const { account, chat, question } = await makeQuestion();
    const reply = randomUUID();
    expect(await calls.begin(account, { question, reply })).toMatchObject({ ok: true, seed: null });
    expect(
      await as(database, account, `select id, chat_id, question_id from public.running_replies`),
    ).toEqual([{ id: reply, chat_id: chat, question_id: question }]);
    const row = await calls.finish(account, { question, reply, text: 'Hello 👋', tokens: [10, 2] });
    expect(row).toMatchObject({
      id: reply,
      chat_id: chat,
      parent_id: question,
      role: 'assistant',
      content: 'Hello 👋',
      status: 'complete',
      model_id: 'a-model',
      vendor_id: 'demo',
    });
    // The first response was lost: a repeated call returns the same row and counts nothing.
    expect(await calls.finish(account, { question, reply, text: 'Hello 👋', tokens: [10, 2] })).toEqual(row);
    expect(await calls.spent(account)).toEqual({
      requests: 1,
      prompt: 10,
      completion: 2,
      used: 1,
      inFlight: 0,
    });
    expect(await as(database, account, `select id from public.running_replies`)).toEqual([]);
    expect(await calls.left(reply)).toEqual({ progress: 0, pieces: 0 });
    expect(await as(database, account, `select active_message_id as id from public.chat_history`)).toEqual([
      { id: reply },
    ]);
  });

  it('begins a reply once, however many requests name it', async () => {
    const { account, question } = await makeQuestion();
    const reply = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => calls.begin(account, { question, reply })));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'reply_exists')).toHaveLength(2);
    await calls.finish(account, { question, reply, text: 'Once' });
    expect(await calls.begin(account, { question, reply })).toMatchObject({ code: 'reply_exists' });
    expect((await calls.spent(account)).requests).toBe(1);
  });

  it('refuses to reply to a message, or to continue a reply, of someone else', async () => {
    const { question } = await makeQuestion();
    const other = await makeQuestion();
    const reply = randomUUID();
    expect(await calls.begin(other.account, { question, reply })).toMatchObject({ code: 'forbidden' });
    expect(
      await calls.begin(other.account, { question: other.question, reply, continues: question }),
    ).toMatchObject({ code: 'forbidden' });
    expect((await calls.spent(other.account)).inFlight).toBe(0);
    expect(await database.query(`select from public.running_replies where id = $1`, [reply])).toEqual([]);
  });

  it('starts a continued reply with the text of the cut one, and stores nothing if nothing was added', async () => {
    const { account, question } = await makeQuestion();
    const [cut, reply, empty] = [randomUUID(), randomUUID(), randomUUID()];
    await calls.begin(account, { question, reply: cut });
    await calls.finish(account, { question, reply: cut, text: 'One, ', status: 'length' });
    expect(await calls.begin(account, { question, reply, continues: cut })).toMatchObject({ seed: 'One, ' });
    expect(await calls.read(account, reply)).toMatchObject({ pieces: [{ start: 0, text: 'One, ' }] });
    expect(await calls.finish(account, { question, reply, text: 'One, two.' })).toMatchObject({
      content: 'One, two.',
      parent_id: question,
    });
    await calls.begin(account, { question, reply: empty, continues: cut });
    expect(
      await calls.finish(account, { question, reply: empty, text: 'One, ', outcome: 'failed' }),
    ).toBeNull();
  });

  it('saves pieces of many replies in one call, and reads them from a position', async () => {
    const [one, two] = [await makeQuestion(), await makeQuestion()];
    const replies = [randomUUID(), randomUUID()] as const;
    await calls.begin(one.account, { question: one.question, reply: replies[0] });
    await calls.begin(two.account, { question: two.question, reply: replies[1] });
    expect(
      await calls.save([
        { reply_id: replies[0], start: 0, text: 'Hello', model_id: 'a-model', vendor_name: 'demo' },
        { reply_id: replies[1], start: 0, text: '' },
      ]),
    ).toEqual({ [replies[0]]: 'saved', [replies[1]]: 'saved' });
    // The first response was lost: the same piece is sent again, but longer.
    await calls.save([{ reply_id: replies[0], start: 0, text: 'Hello, w' }]);
    await calls.save([{ reply_id: replies[0], start: 8, text: 'orld' }]);
    expect(await calls.read(one.account, replies[0])).toEqual({
      model_id: 'a-model',
      vendor_name: 'demo',
      unavailable_vendor: null,
      is_encrypted: false,
      chat_id: expect.any(String) as string,
      pieces: [
        { start: 0, text: 'Hello, w' },
        { start: 8, text: 'orld' },
      ],
      reasoning: [],
    });
    expect(await calls.read(one.account, replies[0], 9)).toMatchObject({ pieces: [{ start: 8 }] });
    expect(await calls.read(two.account, replies[1])).toMatchObject({ pieces: [] });
    // No one else can read the pieces, and clients have no access to either table.
    expect(await calls.read(two.account, replies[0])).toBeNull();
    await expect(as(database, one.account, `select from private.reply_pieces`)).rejects.toMatchObject({
      code: '42501',
    });
  });

  it('returns which replies must end: stopped, or deleted with their chat', async () => {
    const [stopped, deleted] = [await makeQuestion(), await makeQuestion()];
    const [one, two, unknown] = [randomUUID(), randomUUID(), randomUUID()];
    await calls.begin(stopped.account, { question: stopped.question, reply: one });
    await calls.begin(deleted.account, { question: deleted.question, reply: two });
    expect(await calls.stop(deleted.account, one)).toBe(false);
    expect(await calls.stop(stopped.account, one)).toBe(true);
    expect(await calls.stop(stopped.account, one)).toBe(true);
    await as(database, deleted.account, `delete from public.chat_history where id = $1`, [deleted.chat]);
    expect(
      await calls.save([one, two, unknown].map((id) => ({ reply_id: id, start: 0, text: 'Some text' }))),
    ).toEqual({ [one]: 'stopped', [two]: 'gone', [unknown]: 'gone' });
    // The cost of a deleted reply still counts.
    expect(
      await calls.finish(deleted.account, { question: deleted.question, reply: two, text: 'Some text' }),
    ).toBeNull();
    expect(await calls.spent(deleted.account)).toMatchObject({ requests: 1, inFlight: 0 });
    expect(await calls.left(two)).toEqual({ progress: 0, pieces: 0 });
  });

  it('stores the reply of a user who was banned meanwhile', async () => {
    const { account, question } = await makeQuestion();
    const reply = randomUUID();
    await calls.begin(account, { question, reply });
    await database.query(`insert into public.user_roles (user_id, role) values ($1, 'banned')`, [account.id]);
    expect(await calls.finish(account, { question, reply, text: 'Text' })).toMatchObject({ content: 'Text' });
    expect(await calls.read(account, reply)).toBeNull();
  });

  it('keeps showing the branch that the user has switched to', async () => {
    const { account, chat, question } = await makeQuestion();
    const [slow, quick] = [randomUUID(), randomUUID()];
    await calls.begin(account, { question, reply: slow });
    const edited = await calls.ask(account, chat, question);
    await calls.begin(account, { question: edited, reply: quick });
    await calls.finish(account, { question: edited, reply: quick, text: 'To the edit' });
    await calls.finish(account, { question, reply: slow, text: 'To the first' });
    const active = () => as(database, account, `select active_message_id as id from public.chat_history`);
    expect(await active()).toEqual([{ id: quick }]);
    // Another reply to the edited message is a version in the active branch.
    const again = randomUUID();
    await calls.begin(account, { question: edited, reply: again, request: randomUUID() });
    await calls.finish(account, { question: edited, reply: again, text: 'Again' });
    expect(await active()).toEqual([{ id: again }]);
  });

  it('refuses a message after a question until its reply is stored, and keeps an earlier one in the active branch', async () => {
    const { account, chat, question } = await makeQuestion();
    const reply = randomUUID();
    await calls.begin(account, { question, reply });
    await expect(calls.ask(account, chat)).rejects.toMatchObject({ hint: 'busy' });
    await calls.finish(account, { question, reply, text: 'Done' });
    const next = await calls.ask(account, chat);
    // Sent from another device, after this message and before its reply begins.
    const other = await calls.ask(account, chat);
    const late = randomUUID();
    await calls.begin(account, { question: next, reply: late });
    await calls.finish(account, { question: next, reply: late, text: 'Late' });
    expect(await as(database, account, `select active_message_id as id from public.chat_history`)).toEqual([
      { id: other },
    ]);
  });

  it('keeps a message that follows one of several replies in the active branch when the other replies end', async () => {
    const { account, chat, question } = await makeQuestion();
    const [quick, slow] = [randomUUID(), randomUUID()];
    await calls.begin(account, { question, reply: quick });
    expect(await calls.begin(account, { question, reply: slow, request: randomUUID() })).toMatchObject({
      ok: true,
    });
    await calls.finish(account, { question, reply: quick, text: 'Quick' });
    const next = await calls.ask(account, chat);
    await calls.finish(account, { question, reply: slow, text: 'Slow' });
    expect(await as(database, account, `select active_message_id as id from public.chat_history`)).toEqual([
      { id: next },
    ]);
    expect((await calls.spent(account)).requests).toBe(2);
  });

  it('moves a running reply with its account', async () => {
    const { account, question } = await makeQuestion();
    const target = await makeAccount(database);
    const reply = randomUUID();
    await calls.begin(account, { question, reply });
    await database.query(`select private.move_content($1, $2)`, [account.id, target.id]);
    await database.query(`delete from auth.users where id = $1`, [account.id]);
    await calls.finish(account, { question, reply, text: 'Text', tokens: [3, 4] });
    expect(
      await as(database, target, `select content from public.chat_messages where id = $1`, [reply]),
    ).toEqual([{ content: 'Text' }]);
    expect(await calls.spent(target)).toMatchObject({ requests: 1, completion: 4 });
  });

  it('refuses a new reply to a full account, and stores one that had begun', async () => {
    const { account, question } = await makeQuestion();
    const reply = randomUUID();
    await calls.begin(account, { question, reply });
    await database.query(`update private.account_usage set messages = 1000000 where user_id = $1`, [
      account.id,
    ]);
    expect(await calls.begin(account, { question, reply: randomUUID() })).toMatchObject({ code: 'quota' });
    expect(await calls.finish(account, { question, reply, text: 'Text' })).toMatchObject({ content: 'Text' });
  });

  it('never stores the reply to an API key', async () => {
    const apiKey = 'a'.repeat(64);
    const { account, question } = await makeQuestion();
    await database.query(
      `insert into public.subscriptions (user_id, plan, source) values ($1, 'professional', 'admin')`,
      [account.id],
    );
    await database.query(
      `insert into public.llm_api_keys (user_id, name, prefix, key_hash) values ($1, 'A key', 'clv_abcd', $2)`,
      [account.id, apiKey],
    );
    expect(await calls.begin(account, { question, reply: randomUUID(), apiKey })).toMatchObject({
      ok: false,
      code: 'forbidden',
    });
  });
});
