import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Database } from '../../src/service/database/database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { type Account, as, makeAccount, makeChat, refusalOf } from './testing/accounts.ts';

const add = async (database: Database, account: Account, name: string): Promise<string> =>
  (
    await as<{ id: string }>(
      database,
      account,
      `insert into public.personas (name, instructions) values ($1, 'Answer in Latin.') returning id`,
      [name],
    )
  )[0]!.id;
const names = async (database: Database, account: Account) =>
  (await as<{ name: string }>(database, account, `select name from public.personas order by name`)).map(
    ({ name }) => name,
  );

describeSchema('personas', (open) => {
  it('are read by their owner only', async () => {
    const database = await open({ migrated: true });
    const [account, other] = [await makeAccount(database), await makeAccount(database)];
    await add(database, account, 'Mine');
    await add(database, other, 'Theirs');
    expect(await names(database, account)).toEqual(['Mine']);
  });

  it('have a revision, so that a change based on an older one finds no row', async () => {
    const database = await open({ migrated: true });
    const account = await makeAccount(database);
    const id = await add(database, account, 'first');
    const change = (name: string, revision: number) =>
      as<{ revision: number }>(
        database,
        account,
        `update public.personas set name = $1 where id = $2 and revision = $3 returning revision`,
        [name, id, revision],
      );
    expect(await change('second', 1)).toEqual([{ revision: 2 }]);
    expect(await change('late', 1)).toEqual([]);
    expect(await names(database, account)).toEqual(['second']);
  });

  it('are limited to ten for guests, and in size', async () => {
    const database = await open({ migrated: true });
    const guest = await makeAccount(database, { isGuest: true });
    for (let index = 0; index < 10; index += 1) await add(database, guest, `Persona ${index}`);
    expect(await refusalOf(add(database, guest, 'One more'))).toMatchObject({
      hint: 'limit',
      message: 'You can keep 10 personas. Delete personas that you no longer need, then try again.',
    });
    const account = await makeAccount(database);
    for (const [column, value] of [
      ['name', `' '`],
      ['name', `repeat('x', 61)`],
      ['instructions', `repeat('x', 8001)`],
      ['starters', `array['a', 'b', 'c', 'd', 'e']`],
      ['starters', `array[repeat('x', 9001)]`],
      ['parameters', `'[]'`],
      ['color', `'plaid'`],
    ] as const)
      expect(
        await refusalOf(
          as(
            database,
            account,
            column === 'name'
              ? `insert into public.personas (name) values (${value})`
              : `insert into public.personas (name, ${column}) values ('A', ${value})`,
          ),
        ),
        `${column} ${value}`,
      ).toMatchObject({ code: '23514' });
  });

  it('have the same limit of writes per minute as chats', async () => {
    const database = await open({ migrated: true });
    const guest = await makeAccount(database, { isGuest: true });
    await add(database, guest, 'Teacher');
    await database.query(`update private.account_usage set minute_writes = 120 where user_id = $1`, [
      guest.id,
    ]);
    const rename = as(database, guest, `update public.personas set name = 'Other'`);
    expect((await refusalOf(rename)).code).toBe('PT429');
  });

  it('leave their name in chats, even after they were deleted', async () => {
    const database = await open({ migrated: true });
    const account = await makeAccount(database);
    const [chat, id] = [await makeChat(database, account), await add(database, account, 'Teacher')];
    const parameters = { instructions: 'Answer in Latin.', persona: { id, name: 'Teacher' } };
    const store = (value: unknown) =>
      as(database, account, `update public.chat_history set parameters = $1 where id = $2`, [value, chat]);
    await store(parameters);
    await as(database, account, `delete from public.personas where id = $1`, [id]);
    expect(
      await as(database, account, `select parameters from public.chat_history where id = $1`, [chat]),
    ).toEqual([{ parameters }]);
    for (const persona of [
      { id },
      { id, name: '' },
      { id, name: 'x', more: 1 },
      'Teacher',
      { id: 'x', name: 'x' },
    ])
      expect(await refusalOf(store({ persona }))).toMatchObject({ code: '23514' });
  });

  it('move with a merge, and are deleted with their account', async () => {
    const database = await open({ migrated: true });
    const [source, target] = [await makeAccount(database), await makeAccount(database)];
    await add(database, source, 'Moved');
    await database.query(`select private.move_content($1, $2)`, [source.id, target.id]);
    expect(await names(database, target)).toEqual(['Moved']);
    await database.query(`delete from auth.users where id = $1`, [target.id]);
    expect(await database.query(`select id from public.personas where id <> $1`, [randomUUID()])).toEqual([]);
  });
});
