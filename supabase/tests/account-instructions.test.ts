import { expect, it } from 'vitest';
import type { Database } from '../../src/service/database/database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { type Account, as, makeAccount, refusalOf } from './testing/accounts.ts';

interface Saved {
  readonly is_saved: boolean;
  readonly stored: { readonly about: string; readonly style: string; readonly revision: number };
}

async function save(database: Database, account: Account, about: string, revision = 0): Promise<Saved> {
  const [row] = await as<{ saved: Saved }>(
    database,
    account,
    `select public.save_account_instructions($1, 'Briefly', true, $2) as saved`,
    [about, revision],
  );
  return row!.saved;
}

const about = (database: Database, account: Account) =>
  as<{ about: string }>(database, account, `select about from public.account_instructions`);

describeSchema("an account's instructions", (open) => {
  it('are read by their owner only', async () => {
    const database = await open({ migrated: true });
    const [account, other] = [await makeAccount(database), await makeAccount(database)];
    await save(database, account, 'I am a nurse.');
    await save(database, other, 'I am a pilot.');
    expect(await about(database, account)).toEqual([{ about: 'I am a nurse.' }]);
  });

  it('are not overwritten by a device that has not read the latest ones', async () => {
    const database = await open({ migrated: true });
    const account = await makeAccount(database);
    expect(await save(database, account, 'first')).toMatchObject({ is_saved: true, stored: { revision: 1 } });
    expect(await save(database, account, 'of a new device')).toMatchObject({
      is_saved: false,
      stored: { about: 'first', revision: 1 },
    });
    expect(await save(database, account, 'second', 1)).toMatchObject({
      is_saved: true,
      stored: { about: 'second', style: 'Briefly', revision: 2 },
    });
    expect(await save(database, account, 'late', 1)).toMatchObject({
      is_saved: false,
      stored: { about: 'second' },
    });
    // The response to the second save was lost, so its device repeats the save.
    expect(await save(database, account, 'second', 1)).toMatchObject({
      is_saved: true,
      stored: { revision: 2 },
    });
  });

  it('have at most 1,500 characters each', async () => {
    const database = await open({ migrated: true });
    const account = await makeAccount(database);
    expect(await save(database, account, '🍀'.repeat(1500))).toMatchObject({ is_saved: true });
    expect(await refusalOf(save(database, account, 'a'.repeat(1501), 1))).toMatchObject({
      code: '23514',
    });
  });

  it('are refused for banned users', async () => {
    const database = await open({ migrated: true });
    const account = await makeAccount(database, { roles: ['banned'] });
    expect(await refusalOf(save(database, account, 'I am banned.'))).toMatchObject({ code: '42501' });
  });

  it('move with a merge if the target has none, and are deleted with their account', async () => {
    const database = await open({ migrated: true });
    const [source, target, other] = [
      await makeAccount(database),
      await makeAccount(database),
      await makeAccount(database),
    ];
    await save(database, source, 'I am a nurse.');
    const merge = (from: Account, to: Account) =>
      database.query(`select private.move_content($1, $2)`, [from.id, to.id]);
    await merge(source, target);
    expect(await about(database, target)).toEqual([{ about: 'I am a nurse.' }]);
    await save(database, other, 'I am a pilot.');
    await merge(other, target);
    expect(await about(database, target)).toEqual([{ about: 'I am a nurse.' }]);
    await database.query(`delete from auth.users where id = any ($1)`, [[target.id, other.id]]);
    expect(await database.query(`select user_id from public.account_instructions`)).toEqual([]);
  });
});
