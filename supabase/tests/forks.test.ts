import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { type Account, as, makeAccount, makeChat, refusalOf, send } from './testing/accounts.ts';

describeSchema('forks of a chat', (open) => {
  let database: OpenedDatabase;
  let user: Account;
  beforeAll(async () => {
    database = await open({ migrated: true });
    user = await makeAccount(database, { plan: 'starter' });
  });

  const fork = async (account: Account, message: string, id: string = randomUUID(), since?: string) => {
    await as(database, account, 'select public.fork_chat($1, $2, $3)', [message, id, since ?? null]);
    return id;
  };
  const branch = (account: Account, chat: string) =>
    as<{ id: string; content: string; parent_id: string | null; created_at: string; versions: string[] }>(
      database,
      account,
      'select id, content, parent_id, created_at::text, versions from public.list_branch($1)',
      [chat],
    );
  const quota = async () =>
    (
      await as<{ used: number }>(
        database,
        user,
        `select (public.get_message_quota() ->> 'used')::int as used`,
      )
    )[0]?.used;

  it('contain only the end of the branch if they begin at a later message, with its system prompt', async () => {
    const owner = await makeAccount(database, { plan: 'professional' });
    const chat = await makeChat(database, owner, 'Long plans');
    let last = await send(database, owner, chat, { role: 'system', content: 'Be brief.' });
    const ids: string[] = [];
    for (const content of ['One', 'Two', 'Three', 'Four']) {
      last = await send(database, owner, chat, { content, parent: last });
      ids.push(last);
    }
    const copy = await branch(owner, await fork(owner, last, randomUUID(), ids[2]));
    expect(copy.map(({ content }) => content)).toEqual(['Be brief.', 'Three', 'Four']);
    expect(copy.map(({ parent_id }) => parent_id)).toEqual([null, copy[0]?.id, copy[1]?.id]);
  });

  it('keep the reasoning and the usage of replies', async () => {
    const owner = await makeAccount(database, { plan: 'professional' });
    const chat = await makeChat(database, owner, 'Thoughts');
    const question = await send(database, owner, chat, { content: 'Why?' });
    const reply = await send(database, owner, chat, { role: 'assistant', content: 'So.', parent: question });
    await database.query(
      `update public.chat_messages set reasoning = 'Let me think.', reasoning_ms = 7, usage = '{"cost": 5}' where id = $1`,
      [reply],
    );
    const copy = await fork(owner, reply);
    const thoughts = await as(
      database,
      owner,
      `select reasoning, reasoning_ms, usage from public.chat_messages where chat_id = $1 and role = 'assistant'`,
      [copy],
    );
    expect(thoughts).toEqual([{ reasoning: 'Let me think.', reasoning_ms: 7, usage: { cost: 5 } }]);
  });

  it('contain only the branch up to the message, in its order and with its times', async () => {
    const chat = await makeChat(database, user, 'Garden plans');
    const question = await send(database, user, chat, { content: 'Question' });
    await send(database, user, chat, { role: 'assistant', content: 'First', parent: question });
    const second = await send(database, user, chat, {
      role: 'assistant',
      content: 'Second',
      parent: question,
    });
    await send(database, user, chat, { role: 'assistant', content: 'Later', parent: second });
    const used = await quota();
    const forked = await fork(user, second);
    const copy = await branch(user, forked);
    const original = await branch(user, chat);
    expect(copy.map(({ content }) => content)).toEqual(['Question', 'Second']);
    expect(copy.map(({ created_at }) => created_at)).toEqual(
      original.slice(0, 2).map(({ created_at }) => created_at),
    );
    expect(copy[1]?.parent_id).toBe(copy[0]?.id);
    expect(copy[1]?.versions).toEqual([copy[1]?.id]);
    expect(original).toHaveLength(3);
    expect(await quota()).toBe(used);
    const [row] = await database.query('select title, user_id from public.chat_history where id = $1', [
      forked,
    ]);
    expect(row).toEqual({ title: 'Garden plans', user_id: user.id });
    expect(
      await database.query('select distinct origin from public.chat_messages where chat_id = $1', [forked]),
    ).toEqual([{ origin: 'fork' }]);
  });

  it('are created once per id', async () => {
    const chat = await makeChat(database, user);
    const message = await send(database, user, chat, { role: 'assistant', content: 'Text' });
    const id = await fork(user, message);
    await fork(user, message, id);
    expect(await branch(user, id)).toHaveLength(1);
  });

  it('keep their images when the first chat is deleted', async () => {
    const chat = await makeChat(database, user);
    const [image] = await database.query<{ id: string }>(
      `insert into public.message_images (user_id, content_type, content) values ($1, 'image/png', '\\x89504e47') returning id`,
      [user.id],
    );
    const message = await send(database, user, chat, {
      role: 'assistant',
      content: `![A fox](/functions/v1/images/${image?.id})`,
    });
    const forked = await fork(user, message);
    await as(database, user, 'delete from public.chat_history where id = $1', [chat]);
    const [copy] = await branch(user, forked);
    const remaining = await database.query<{ id: string; message_id: string }>(
      'select id, message_id from public.message_images where user_id = $1',
      [user.id],
    );
    expect(remaining).toEqual([{ id: expect.any(String), message_id: copy?.id }]);
    expect(copy?.content).toBe(`![A fox](/functions/v1/images/${remaining[0]?.id})`);
  });

  it('keep the files of their messages, until the last chat that uses them is deleted', async () => {
    const chat = await makeChat(database, user);
    const first = await send(database, user, chat, { content: 'See the file.' });
    const message = await send(database, user, chat, { role: 'assistant', content: 'Yes.', parent: first });
    const path = `${user.id}/${randomUUID()}`;
    await database.query(
      `insert into storage.objects (bucket_id, name, metadata)
       values ('attachments', $1, '{"size": 5, "mimetype": "text/plain"}')`,
      [path],
    );
    await as(
      database,
      user,
      `insert into public.message_attachments
         (chat_id, message_id, position, kind, name, media_type, size, text, object_path)
       values ($1, $2, 3, 'document', 'notes.txt', 'text/plain', 5, 'Notes', $3)`,
      [chat, first, path],
    );
    const forked = await fork(user, message);
    await fork(user, message, forked);
    const copies = await as(
      database,
      user,
      `select a.position, a.name, a.size, a.text, a.object_path, m.content
       from public.message_attachments a join public.chat_messages m on m.id = a.message_id where a.chat_id = $1`,
      [forked],
    );
    expect(copies).toEqual([
      { position: 3, name: 'notes.txt', size: 5, text: 'Notes', object_path: path, content: 'See the file.' },
    ]);
    const isStored = async () =>
      (await database.query('select from storage.objects where name = $1', [path])).length === 1;
    await as(database, user, 'delete from public.chat_history where id = $1', [chat]);
    expect(await isStored()).toBe(true);
    await as(database, user, 'delete from public.chat_history where id = $1', [forked]);
    expect(await isStored()).toBe(false);
  });

  it("are refused for other users' chats", async () => {
    const stranger = await makeAccount(database);
    const chat = await makeChat(database, user);
    const message = await send(database, user, chat, { role: 'assistant', content: 'Secret' });
    const refusal = await refusalOf(fork(stranger, message));
    expect(refusal.code).toBe('42501');
    expect(refusal).toEqual(await refusalOf(fork(stranger, randomUUID())));
  });

  it('are refused for a restricted user', async () => {
    const chat = await makeChat(database, user);
    const message = await send(database, user, chat, { role: 'assistant', content: 'Text' });
    await database.query(`insert into public.user_roles (user_id, role) values ($1, 'restricted')`, [
      user.id,
    ]);
    expect(await refusalOf(fork(user, message))).toMatchObject({ code: '42501', hint: 'restricted' });
    await database.query(`delete from public.user_roles where user_id = $1`, [user.id]);
  });

  it('are refused if the plan has no space for their messages', async () => {
    const guest = await makeAccount(database, { isGuest: true });
    const chat = await makeChat(database, guest);
    await database.query(
      `insert into public.chat_messages (chat_id, user_id, role, content, origin)
       select $1, $2, 'assistant', 'Text', 'fork' from generate_series(1, 2000)`,
      [chat, guest.id],
    );
    const last = await send(database, guest, chat, { role: 'assistant', content: 'Last' });
    expect(await refusalOf(fork(guest, last))).toMatchObject({ code: 'P0001', hint: 'quota' });
  });
});
