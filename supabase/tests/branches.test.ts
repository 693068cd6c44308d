import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { createRest, type Rest } from '../../src/service/rest/rest.ts';
import { restClient } from '../../src/service/testing/clients.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { type Account, as, makeAccount, makeChat, send } from './testing/accounts.ts';

interface BranchRow {
  readonly id: string;
  readonly content: string;
  readonly versions: readonly string[];
}

describeSchema("a chat's branches", (open) => {
  let database: OpenedDatabase;
  let rest: Rest;
  let user: Account;
  let stranger: Account;
  let chat: string;
  beforeAll(async () => {
    database = await open({ migrated: true });
    rest = createRest(database);
    user = await makeAccount(database, { plan: 'professional' });
    stranger = await makeAccount(database, { plan: 'professional' });
  });
  beforeEach(async () => {
    chat = await makeChat(database, user);
  });

  const ask = (content: string, parent?: string) =>
    send(database, user, chat, { content, ...(parent && { parent }) });
  const reply = (content: string, parent?: string) =>
    send(database, user, chat, { role: 'assistant', content, ...(parent && { parent }) });
  const list = async (account: Account = user, parameters: Record<string, unknown> = {}) => {
    const { data, error } = await restClient(rest, account.claims).rpc('list_branch', {
      chat,
      ...parameters,
    });
    expect(error).toBeNull();
    return data as BranchRow[];
  };
  const texts = async () => (await list()).map(({ content }) => content);
  const call = async <Result>(account: Account, name: string, message: string) => {
    const [row] = await as<{ result: Result }>(database, account, `select public.${name}($1) as result`, [
      message,
    ]);
    return row?.result;
  };
  const activeLeaf = async () =>
    (
      await database.query<{ active_message_id: string | null }>(
        'select active_message_id from public.chat_history where id = $1',
        [chat],
      )
    )[0]?.active_message_id;

  it('show one path through the tree, with the versions of each message', async () => {
    const question = await ask('Question');
    const first = await reply('First', question);
    const second = await reply('Second', question);
    expect((await list()).map(({ content, versions }) => [content, versions])).toEqual([
      ['Question', [question]],
      ['Second', [first, second]],
    ]);
    expect((await list())[1]).toMatchObject({ parent_id: question, role: 'assistant', status: 'complete' });
  });

  it('make an edited first message a version of the original', async () => {
    const question = await ask('Question');
    await reply('Reply', question);
    const edited = randomUUID();
    await send(database, user, chat, { id: edited, content: 'Edited', parent: edited });
    expect((await list()).map(({ content, versions }) => [content, versions])).toEqual([
      ['Edited', [question, edited]],
    ]);
  });

  it('treat a system prompt as part of the message that it was sent with', async () => {
    const prompt = await send(database, user, chat, { role: 'system', content: 'In verse' });
    const question = await ask('Question', prompt);
    const other = randomUUID();
    await send(database, user, chat, { id: other, role: 'system', content: 'In prose', parent: other });
    const edited = await ask('Edited', other);
    const rows = await list();
    expect(rows.map(({ content, versions }) => [content, versions])).toEqual([
      ['In prose', []],
      ['Edited', [question, edited]],
    ]);
  });

  it.each([1, 2, 4])('are read in pages of %i from their end', async (size) => {
    for (const content of ['1', '2', '3', '4', '5']) await reply(content);
    const seen: string[] = [];
    let rows = await list(user, { max_messages: size });
    expect(rows).toHaveLength(Math.min(size, 5));
    while (rows.length > 0) {
      seen.unshift(...rows.map(({ content }) => content));
      rows = await list(user, { max_messages: size, before: rows[0]?.id });
    }
    expect(seen).toEqual(['1', '2', '3', '4', '5']);
  });

  it('are read 60 at a time by default, at least one and at most 1,000', async () => {
    await database.query(
      `insert into public.chat_messages (chat_id, user_id, role, content)
       select $1, $2, 'assistant', 'row ' || n from generate_series(1, 1005) n`,
      [chat, user.id],
    );
    const pageOf = async (max_messages?: number) =>
      (await list(user, max_messages === undefined ? {} : { max_messages })).length;
    expect([await pageOf(), await pageOf(0), await pageOf(5_000)]).toEqual([60, 1, 1_000]);
  });

  it('are counted without system prompts', async () => {
    await send(database, user, chat, { role: 'system', content: 'In verse' });
    const question = await ask('Question');
    await reply('First', question);
    await reply('Second', question);
    expect(await call(user, 'count_branch', chat)).toBe(2);
  });

  it('use the nearest system prompt before a message, not that of another version', async () => {
    await send(database, user, chat, { role: 'system', content: 'In verse' });
    const question = await ask('Question');
    const first = await reply('First', question);
    await send(database, user, chat, { role: 'system', content: 'In prose', parent: question });
    expect(await call(user, 'find_system_prompt', first)).toBe('In verse');
    expect(await call(stranger, 'find_system_prompt', first)).toBeNull();
  });

  it('continue from an earlier version to its newest message, and leave the chat in its place', async () => {
    const question = await ask('Question');
    const first = await reply('First', question);
    const further = await ask('Further', first);
    const second = await reply('Second', question);
    await database.query(
      `update public.chat_history set updated_at = now() - interval '1 hour' where id = $1`,
      [chat],
    );
    expect(await call(user, 'show_version', first)).toBe(further);
    expect(await texts()).toEqual(['Question', 'First', 'Further']);
    expect(await call(user, 'show_version', second)).toBe(second);
    expect(await texts()).toEqual(['Question', 'Second']);
    const [row] = await database.query(
      `select updated_at < now() - interval '50 minutes' as is_old from public.chat_history where id = $1`,
      [chat],
    );
    expect(row).toEqual({ is_old: true });
  });

  it('lose a deleted message and all messages after it, and continue with another version', async () => {
    const question = await ask('Question');
    const first = await reply('First', question);
    await ask('After the first', first);
    const second = await reply('Second', question);
    const further = await ask('After the second', second);
    expect(await call(user, 'delete_version', second)).toBe(2);
    expect(await texts()).toEqual(['Question', 'First', 'After the first']);
    expect(await database.query('select from public.chat_messages where id = $1', [further])).toEqual([]);
  });

  it('continue with the previous message if there is no other version', async () => {
    const question = await ask('Question');
    const only = await reply('Only', question);
    expect(await call(user, 'delete_version', only)).toBe(1);
    expect(await activeLeaf()).toBe(question);
    expect(await call(user, 'delete_version', question)).toBe(1);
    expect(await activeLeaf()).toBeNull();
  });

  it('stay unchanged when a version that is not shown is deleted', async () => {
    const question = await ask('Question');
    const first = await reply('First', question);
    const second = await reply('Second', question);
    await call(user, 'delete_version', first);
    expect(await activeLeaf()).toBe(second);
  });

  it('are closed to every other user', async () => {
    const question = await ask('Question');
    expect(await list(stranger)).toEqual([]);
    expect(await call(stranger, 'count_branch', chat)).toBe(0);
    expect(await call(stranger, 'show_version', question)).toBeNull();
    expect(await call(stranger, 'delete_version', question)).toBe(0);
    expect(await texts()).toEqual(['Question']);
  });

  it('are closed to a banned user, and to what the plan hides', async () => {
    const poor = await makeAccount(database, { plan: 'starter' });
    const old = await makeChat(database, poor);
    await send(database, poor, old);
    const size = async () =>
      (await restClient(rest, poor.claims).rpc('list_branch', { chat: old })).data?.length;
    expect(await size()).toBe(1);
    await database.query(
      `update public.chat_history set updated_at = now() - interval '1 year' where id = $1`,
      [old],
    );
    expect(await size()).toBe(0);
    await database.query('update public.chat_history set updated_at = now() where id = $1', [old]);
    await database.query(`insert into public.user_roles (user_id, role) values ($1, 'banned')`, [poor.id]);
    expect(await size()).toBe(0);
  });
});
