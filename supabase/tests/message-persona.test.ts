import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { Database } from '../../src/service/database/database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { type Account, as, makeAccount, makeChat, refusalOf } from './testing/accounts.ts';

const persona = { id: randomUUID(), name: 'Latin teacher' };
const parameters = { persona, instructions: 'Answer in Latin.', temperature: 0.2 };

describeSchema('the persona of a message', (open) => {
  let database: Database;
  let account: Account;
  let chat: string;
  beforeAll(async () => {
    database = await open({ migrated: true });
    account = await makeAccount(database);
    chat = await makeChat(database, account);
  });

  const send = async (value: unknown, role = 'user') =>
    (
      await as<{ id: string }>(
        database,
        account,
        `insert into public.chat_messages (chat_id, role, content, parameters) values ($1, $2, 'Hello', $3) returning id`,
        [chat, role, value],
      )
    )[0]!.id;
  const list = (of: string) =>
    as<{ content: string; parameters: unknown }>(
      database,
      account,
      `select content, parameters from public.list_branch($1)`,
      [of],
    );
  const bytes = async () =>
    Number(
      (
        await database.query<{ bytes: string }>(
          `select bytes from private.account_usage where user_id = $1`,
          [account.id],
        )
      )[0]!.bytes,
    );

  it('is a copy, which is read with the message and kept by a fork', async () => {
    await send(null);
    const id = await send(parameters);
    expect(await list(chat)).toEqual([
      { content: 'Hello', parameters: null },
      { content: 'Hello', parameters },
    ]);
    const fork = randomUUID();
    await as(database, account, `select public.fork_chat($1, $2)`, [id, fork]);
    expect((await list(fork)).map((row) => row.parameters)).toEqual([null, parameters]);
  });

  it('counts toward the size of the account until the message is deleted', async () => {
    const before = await bytes();
    const id = await send(parameters);
    expect((await bytes()) - before).toBeGreaterThan(JSON.stringify(parameters).length);
    await as(database, account, `select public.delete_version($1)`, [id]);
    expect(await bytes()).toBe(before);
  });

  it('is refused if it is not valid, and for replies', async () => {
    for (const value of [
      {},
      { instructions: 'Without a persona.' },
      { persona: { id: persona.id } },
      { ...parameters, instructions: 'x'.repeat(8001) },
      { ...parameters, temperature: 3 },
      { ...parameters, accountInstructions: true },
      { ...parameters, more: 1 },
      'Latin teacher',
    ])
      expect([value, (await refusalOf(send(value))).code]).toEqual([value, '23514']);
    expect((await refusalOf(send(parameters, 'system'))).code).toBe('23514');
  });
});
