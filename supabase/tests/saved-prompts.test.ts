import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/service/database/database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { type Account, as, makeAccount, refusalOf } from './testing/accounts.ts';

interface Prompt {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly revision: number;
}

const save = (database: Database, account: Account, name: string, text = 'Shorten this.') =>
  as<{ id: string }>(
    database,
    account,
    `insert into public.saved_prompts (name, text) values ($1, $2) returning id`,
    [name, text],
  );

const prompts = (database: Database, account: Account) =>
  as<Prompt>(database, account, `select id, name, text, revision from public.saved_prompts order by name`);

describeSchema('saved prompts', (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open({ migrated: true });
  });

  it('have names that can be typed after a slash, unique for each account in any case', async () => {
    const [account, other] = [await makeAccount(database), await makeAccount(database)];
    await save(database, account, 'Résumé-1');
    await save(database, other, 'Résumé-1');
    expect((await refusalOf(save(database, account, 'résumé-1'))).code).toBe('23505');
    for (const name of ['', 'two words', 'a/b', '{a}', 'a\nb', 'a'.repeat(61)])
      expect([name, (await refusalOf(save(database, account, name))).code]).toEqual([name, '23514']);
    expect((await refusalOf(save(database, account, 'blank', ' \n '))).code).toBe('23514');
    expect((await refusalOf(save(database, account, 'long', 'a'.repeat(65_537)))).code).toBe('23514');
  });

  it('change only at the revision that the device has read', async () => {
    const account = await makeAccount(database);
    const [saved] = await save(database, account, 'short');
    const change = (revision: number, text: string) =>
      as(
        database,
        account,
        `update public.saved_prompts set text = $3 where id = $1 and revision = $2 returning id`,
        [saved!.id, revision, text],
      );
    expect(await change(1, 'First device')).toHaveLength(1);
    expect(await change(1, 'Second device')).toHaveLength(0);
    expect(await prompts(database, account)).toMatchObject([{ text: 'First device', revision: 2 }]);
    await expect(
      as(database, account, `update public.saved_prompts set revision = 1 where id = $1`, [saved!.id]),
    ).rejects.toMatchObject({ code: '42501' });
  });

  describe('limits', () => {
    const fill = (account: Account, count: number, bytes = 1) =>
      database.query(
        `insert into public.saved_prompts (user_id, name, text)
         select $1, 'p' || n, repeat('a', $3::integer) from generate_series(1, $2::integer) n`,
        [account.id, count, bytes],
      );

    it('are 500 prompts and 2 MB for each account, and the refusal names the limit', async () => {
      const account = await makeAccount(database);
      await fill(account, 499);
      await save(database, account, 'last');
      expect(await refusalOf(save(database, account, 'more'))).toMatchObject({
        hint: 'limit',
        message: 'You can keep 500 prompts. Delete prompts that you no longer need, then try again.',
      });
      await as(database, account, `delete from public.saved_prompts where name = 'last'`);
      await save(database, account, 'more');

      const large = await makeAccount(database);
      await fill(large, 31, 65_536);
      await save(database, large, 'fits', 'a'.repeat(65_536));
      expect((await refusalOf(save(database, large, 'more', 'a'))).message).toContain('2048 kB of prompts');
      // Changing a text also counts. Making it shorter is always allowed.
      const change = (bytes: number) =>
        as(database, large, `update public.saved_prompts set text = repeat('b', $1) where name = 'fits'`, [
          bytes,
        ]);
      await change(10);
      await save(database, large, 'rest', 'a'.repeat(65_526));
      expect((await refusalOf(change(11))).hint).toBe('limit');
    });

    it('also apply to one request with many prompts, of which nothing is then stored', async () => {
      const account = await makeAccount(database);
      const many = as(
        database,
        account,
        `insert into public.saved_prompts (name, text) select 'p' || n, 'a' from generate_series(1, 501) n`,
      );
      expect((await refusalOf(many)).hint).toBe('limit');
      expect(await prompts(database, account)).toEqual([]);
    });

    it('are lower for guests', async () => {
      const guest = await makeAccount(database, { isGuest: true });
      await fill(guest, 20);
      expect((await refusalOf(save(database, guest, 'more'))).message).toContain('20 prompts');
    });
  });

  it('can be shortened and renamed in an account with more than the limit', async () => {
    const account = await makeAccount(database);
    await database.query(
      `insert into public.saved_prompts (user_id, name, text)
       select $1, 'p' || n, repeat('a', 5000) from generate_series(1, 600) n`,
      [account.id],
    );
    const change = (name: string, text: string) =>
      as(
        database,
        account,
        `update public.saved_prompts set name = $1, text = $2 where name in ('p1', 'renamed') returning name`,
        [name, text],
      );
    expect(await change('renamed', 'b'.repeat(4999))).toEqual([{ name: 'renamed' }]);
    expect((await refusalOf(change('renamed', 'b'.repeat(5000)))).hint).toBe('limit');
  });

  it('move with a merge, and get another name if the account already uses theirs', async () => {
    const [source, target] = [await makeAccount(database), await makeAccount(database)];
    await save(database, source, 'SHORT', 'of the source');
    await save(database, source, 'only', 'of the source');
    await save(database, target, 'short', 'of the target');
    await save(database, target, 'short-2', 'of the target');
    await database.query(`select private.move_content($1, $2)`, [source.id, target.id]);
    await database.query(`delete from auth.users where id = $1`, [source.id]);
    const all = await prompts(database, target);
    expect(all.map(({ name, text }) => `${name}: ${text}`).toSorted()).toEqual([
      'SHORT-3: of the source',
      'only: of the source',
      'short-2: of the target',
      'short: of the target',
    ]);
  });

  it('are deleted with the account, and can be inserted again under the same id', async () => {
    const account = await makeAccount(database);
    const id = randomUUID();
    const restore = () =>
      as(database, account, `insert into public.saved_prompts (id, name, text) values ($1, 'a', 'b')`, [id]);
    await restore();
    await as(database, account, `delete from public.saved_prompts where id = $1`, [id]);
    await restore();
    await database.query(`delete from auth.users where id = $1`, [account.id]);
    expect(await database.query(`select id from public.saved_prompts where id = $1`, [id])).toEqual([]);
  });
});
