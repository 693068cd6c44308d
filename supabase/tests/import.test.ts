import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { createRest, type Rest } from '../../src/service/rest/rest.ts';
import { restClient } from '../../src/service/testing/clients.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { type Account, as, makeAccount, makeChat, refusalOf, send } from './testing/accounts.ts';

interface ImportOutcome {
  readonly id: string;
  readonly outcome: 'imported' | 'partial' | 'present' | 'refused';
  readonly chat_id?: string;
  readonly code?: string;
  readonly messages?: number;
  readonly is_hidden?: boolean;
}

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

function message(change: Readonly<Record<string, unknown>> = {}) {
  return { id: randomUUID(), role: 'user', content: 'A question', created_at: hoursAgo(2), ...change };
}

function chatOf(messages: readonly unknown[], change: Readonly<Record<string, unknown>> = {}) {
  const times = { created_at: hoursAgo(3), updated_at: hoursAgo(1) };
  return { id: randomUUID(), title: 'Brought along', ...times, messages, ...change };
}

describeSchema('import_chats', (open) => {
  let database: OpenedDatabase;
  let rest: Rest;
  let user: Account;

  beforeAll(async () => {
    database = await open({ migrated: true });
    rest = createRest(database);
    user = await makeAccount(database, { plan: 'professional' });
  });

  const bring = async (account: Account, chats: unknown): Promise<ImportOutcome[]> => {
    const [row] = await as<{ answer: ImportOutcome[] }>(
      database,
      account,
      `select public.import_chats($1::text::jsonb) as answer`,
      [JSON.stringify(chats)],
    );
    return row!.answer;
  };
  /** Imports a chat of any length in parts, like the app. Resolves to the last response. */
  const importLong = async (account: Account, chat: ReturnType<typeof chatOf>) => {
    const total = chat.messages.length;
    for (let offset = 0; ; offset += 100) {
      const part = { ...chat, messages: chat.messages.slice(offset, offset + 100), offset, total };
      const [answer] = await bring(account, [part]);
      if (answer!.outcome !== 'partial') return answer!;
    }
  };
  const rowsOf = (chat: string) =>
    database.query<Record<string, unknown>>(
      `select id, parent_id, role, content, status, model_id, vendor_id, origin, created_at
       from public.chat_messages where chat_id = $1 order by created_at, seq`,
      [chat],
    );

  it('keeps ids, times, versions, the active branch, models and vendors', async () => {
    const question = message();
    const first = message({ role: 'assistant', parent_id: question.id, content: 'One', status: 'stopped' });
    const second = message({
      role: 'assistant',
      parent_id: question.id,
      content: 'Another',
      model_id: 'some/model',
      vendor_id: 'deepinfra',
      created_at: hoursAgo(1),
    });
    const chat = chatOf([question, first, second], { active_message_id: first.id, pinned_at: hoursAgo(1) });
    const { data, error } = await restClient(rest, user.claims).rpc('import_chats', { chats: [chat] });
    expect(error).toBeNull();
    expect(data).toEqual([
      { id: chat.id, chat_id: chat.id, outcome: 'imported', messages: 3, is_hidden: false },
    ]);
    const client = restClient(rest, user.claims);
    const stored = await client.from('chat_history').select('*').eq('id', chat.id).single();
    expect(stored.data).toMatchObject({ title: 'Brought along', active_message_id: first.id });
    const { created_at, updated_at, pinned_at } = stored.data as Record<string, string>;
    expect([created_at, updated_at, pinned_at].map((at) => new Date(at!).toISOString())).toEqual([
      chat.created_at,
      chat.updated_at,
      chat['pinned_at' as keyof typeof chat],
    ]);
    expect(await rowsOf(chat.id)).toMatchObject([
      { id: question.id, parent_id: null, origin: 'import', status: 'complete' },
      { id: first.id, parent_id: question.id, content: 'One', status: 'stopped' },
      { id: second.id, parent_id: question.id, model_id: 'some/model', vendor_id: 'deepinfra' },
    ]);
  });

  it('keeps the persona that was picked for a message, which the export contains', async () => {
    const parameters = { persona: { id: randomUUID(), name: 'Latin teacher' }, instructions: 'In Latin.' };
    const question = message({ parameters });
    const reply = message({ role: 'assistant', parent_id: question.id, parameters: null });
    const chat = chatOf([question, reply]);
    expect(await bring(user, [chat])).toMatchObject([{ outcome: 'imported' }]);
    const exported = 'select parameters from public.export_messages($1)';
    expect(await as(database, user, exported, [chat.id])).toEqual([{ parameters }, { parameters: null }]);
    const invalid = chatOf([message({ parameters: { temperature: 3 } })]);
    expect(await bring(user, [invalid])).toMatchObject([{ outcome: 'refused', code: 'invalid' }]);
  });

  it('does not pin a chat that was not pinned', async () => {
    const chats = [chatOf([message()]), chatOf([message()], { pinned_at: null })];
    await bring(user, chats);
    const rows = await database.query<{ pinned_at: unknown }>(
      `select pinned_at from public.chat_history where id = any($1::uuid[])`,
      [chats.map(({ id }) => id)],
    );
    expect(rows).toEqual([{ pinned_at: null }, { pinned_at: null }]);
  });

  it('stores a chat once, even if it is imported again', async () => {
    const chat = chatOf([message()]);
    await bring(user, [chat]);
    expect(await bring(user, [{ ...chat, title: 'Other' }, chat])).toMatchObject([
      { outcome: 'present', chat_id: chat.id },
      { outcome: 'present', chat_id: chat.id },
    ]);
    expect(await rowsOf(chat.id)).toHaveLength(1);
  });

  it("replaces another account's ids, in the same way each time, and leaves that account unchanged", async () => {
    const other = await makeAccount(database, { plan: 'professional' });
    const question = message();
    const chat = chatOf([question, message({ parent_id: question.id, role: 'assistant' })], {
      active_message_id: question.id,
    });
    await bring(user, [chat]);
    const [answer] = await bring(other, [chat]);
    expect(answer).toMatchObject({ id: chat.id, outcome: 'imported' });
    expect(answer!.chat_id).not.toBe(chat.id);
    const [root, reply] = await rowsOf(answer!.chat_id!);
    expect(root!['id']).not.toBe(question.id);
    expect(reply!['parent_id']).toBe(root!['id']);
    const [row] = await as<Record<string, unknown>>(
      database,
      other,
      `select active_message_id, user_id from public.chat_history where id = $1`,
      [answer!.chat_id],
    );
    expect(row).toEqual({ active_message_id: root!['id'], user_id: other.id });
    expect(await bring(other, [chat])).toMatchObject([{ outcome: 'present', chat_id: answer!.chat_id }]);
    expect(await rowsOf(chat.id)).toHaveLength(2);
  });

  it('replaces ids of messages that exist in another chat', async () => {
    const chat = await makeChat(database, user);
    const sent = await send(database, user, chat);
    const [answer] = await bring(user, [chatOf([message({ id: sent })])]);
    expect(answer).toMatchObject({ outcome: 'imported' });
    expect(await rowsOf(chat)).toMatchObject([{ id: sent, origin: null }]);
  });

  describe('refuses an invalid chat completely, and imports the others', () => {
    const whole = () => chatOf([message()]);
    it.each<[string, unknown, string]>([
      ['an unknown role', chatOf([message(), message({ role: 'tool' })]), 'invalid'],
      ['an unknown status', chatOf([message(), message({ status: 'great' })]), 'invalid'],
      ['an invalid id', chatOf([message(), message({ id: 'x' })]), 'invalid'],
      ['a message without an id', chatOf([message({ id: null })]), 'invalid'],
      ['an unknown parent', chatOf([message(), message({ parent_id: randomUUID() })]), 'invalid'],
      ['a blank question', chatOf([message(), message({ content: ' ' })]), 'invalid'],
      ['an invalid time', chatOf([message({ created_at: 'yesterday-ish' })]), 'invalid'],
      ['a blank title', chatOf([message()], { title: ' ' }), 'invalid'],
      ['no messages', chatOf([]), 'empty'],
      ['messages that are not a list', { ...whole(), messages: { a: 1 } }, 'invalid'],
      ['anything but a chat', 'nonsense', 'invalid'],
    ])('%s', async (_name, bad, code) => {
      const before = whole();
      const after = whole();
      const answers = await bring(user, [before, bad, after]);
      expect(answers.map(({ outcome }) => outcome)).toEqual(['imported', 'refused', 'imported']);
      expect(answers[1]!.code).toBe(code);
      const id = (bad as { id?: string }).id;
      const left = await database.query(`select from public.chat_history where id::text = $1`, [id ?? '']);
      expect(left).toEqual([]);
    });
  });

  it('refuses a message over 1 MiB', async () => {
    const chat = chatOf([message({ content: 'x'.repeat(1_048_577) })]);
    expect(await bring(user, [chat])).toMatchObject([{ outcome: 'refused', code: 'invalid' }]);
    expect(await rowsOf(chat.id)).toEqual([]);
  });

  it('accepts no time in the future', async () => {
    const later = hoursAgo(-48);
    const chat = chatOf([message({ created_at: later })], { created_at: later, updated_at: later });
    await bring(user, [chat]);
    const [row] = await database.query<{ ok: boolean }>(
      `select c.created_at <= now() and c.updated_at <= now() and m.created_at <= now() as ok
       from public.chat_history c join public.chat_messages m on m.chat_id = c.id where c.id = $1`,
      [chat.id],
    );
    expect(row).toEqual({ ok: true });
  });

  it('costs no quota, unlike a later message, and hides old chats according to the plan', async () => {
    const starter = await makeAccount(database, { plan: 'starter' });
    const old = chatOf([message({ created_at: hoursAgo(100) })], {
      created_at: hoursAgo(100),
      updated_at: hoursAgo(99),
    });
    const many = chatOf(Array.from({ length: 10 }, () => message()));
    expect(await bring(starter, [old, many])).toMatchObject([
      { outcome: 'imported', is_hidden: true },
      { outcome: 'imported', is_hidden: false },
    ]);
    const quota = () =>
      as<{ quota: { used: number } }>(database, starter, `select public.get_message_quota() as quota`);
    expect((await quota())[0]!.quota.used).toBe(0);
    const { data } = await restClient(rest, starter.claims).from('chat_history').select('id');
    expect(data).toEqual([{ id: many.id }]);
    await as(database, starter, `select public.reserve_message($1)`, [
      (many.messages[0] as { id: string }).id,
    ]);
    expect((await quota())[0]!.quota.used).toBe(1);
  });

  it("stops at the plan's limit: 2,000 messages for a guest, without partial chats", async () => {
    const guest = await makeAccount(database, { isGuest: true });
    const long = (count: number) => chatOf(Array.from({ length: count }, () => message()));
    const answers = [];
    for (const count of [1_500, 501, 500, 1]) answers.push(await importLong(guest, long(count)));
    expect(answers.map(({ outcome, code }) => code ?? outcome)).toEqual([
      'imported',
      'limit',
      'imported',
      'limit',
    ]);
    expect(await bring(guest, [long(1)])).toMatchObject([{ outcome: 'refused', code: 'limit' }]);
  });

  it('imports a long chat in parts, and continues an interrupted import', async () => {
    const messages = [message()];
    while (messages.length < 250) messages.push(message({ parent_id: messages.at(-1)!.id }));
    const chat = chatOf(messages, { active_message_id: messages[120]!.id });
    const part = (offset: number, count = 100) => ({
      ...chat,
      messages: messages.slice(offset, offset + count),
      offset,
      total: 250,
    });
    const outcome = async (given: object) => (await bring(user, [given]))[0];
    expect(await outcome(part(100))).toMatchObject({ outcome: 'partial', next: 0 });
    expect(await outcome(part(0))).toMatchObject({ outcome: 'partial', next: 100 });
    // After a repeated part or a wrong offset, the response contains the offset at which to continue.
    expect(await outcome(part(0))).toMatchObject({ outcome: 'partial', next: 100 });
    expect(await outcome(part(200, 50))).toMatchObject({ outcome: 'partial', next: 100 });
    expect(await outcome(part(100))).toMatchObject({ outcome: 'partial', next: 200 });
    expect(await outcome(part(200, 50))).toMatchObject({ outcome: 'imported' });
    expect(await outcome(part(0))).toMatchObject({ outcome: 'present' });
    expect((await rowsOf(chat.id)).map(({ id }) => id)).toEqual(messages.map(({ id }) => id));
    expect(
      await database.query(`select active_message_id as leaf from public.chat_history where id = $1`, [
        chat.id,
      ]),
    ).toEqual([{ leaf: messages[120]!.id }]);
    expect(await database.query(`select from private.chat_imports where chat_id = $1`, [chat.id])).toEqual(
      [],
    );
  });

  it('deletes the complete chat when a later part is refused', async () => {
    const messages = Array.from({ length: 101 }, () => message());
    const chat = chatOf(messages);
    await bring(user, [{ ...chat, messages: messages.slice(0, 100), total: 101 }]);
    const wrong = { ...chat, messages: [message({ role: 'robot' })], offset: 100, total: 101 };
    expect(await bring(user, [wrong])).toMatchObject([{ outcome: 'refused', code: 'invalid' }]);
    expect(await rowsOf(chat.id)).toEqual([]);
    expect(await database.query(`select from public.chat_history where id = $1`, [chat.id])).toEqual([]);
  });

  it('refuses a call of more than 100 messages or 512 kB, except for a single message', async () => {
    const limit = { code: '22023', message: expect.stringContaining('at most 100 messages and 512 kB') };
    const many = Array.from({ length: 101 }, () => message());
    expect(await refusalOf(bring(user, [chatOf(many)]))).toMatchObject(limit);
    const half = () => message({ content: 'x'.repeat(300_000) });
    expect(await refusalOf(bring(user, [chatOf([half(), half()])]))).toMatchObject(limit);
    expect(await bring(user, [chatOf([message({ content: 'x'.repeat(1_000_000) })])])).toMatchObject([
      { outcome: 'imported' },
    ]);
  });

  it('makes imported messages searchable', async () => {
    const reader = await makeAccount(database, { plan: 'professional' });
    await bring(reader, [chatOf([message({ content: 'All about quadrifolium' })])]);
    const found = await as<{ role: string }>(
      database,
      reader,
      `select role from public.search_messages('quadrifolium')`,
    );
    expect(found).toEqual([{ role: 'user' }]);
  });

  it('refuses callers who may not send, and anything except a list of chats', async () => {
    const banned = await makeAccount(database, { roles: ['banned'] });
    const restricted = await makeAccount(database, { roles: ['restricted'] });
    expect(await refusalOf(bring(banned, [chatOf([message()])]))).toMatchObject({
      code: '42501',
      hint: 'banned',
    });
    expect(await refusalOf(bring(restricted, [chatOf([message()])]))).toMatchObject({ hint: 'restricted' });
    expect(await refusalOf(bring(user, { chats: [] }))).toMatchObject({ code: '22023' });
    expect(
      await refusalOf(
        bring(
          user,
          Array.from({ length: 101 }, () => chatOf([message()])),
        ),
      ),
    ).toMatchObject({ code: '22023' });
  });
});
