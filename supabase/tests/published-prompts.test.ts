import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../src/service/database/database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { type Account, as, makeAccount } from './testing/accounts.ts';

interface Answer {
  readonly ok: boolean;
  readonly code?: string;
  readonly prompts?: readonly { readonly name: string; readonly text: string; readonly revision: number }[];
}

describeSchema('published prompts', (open) => {
  let database: Database;
  let admin: Account;
  beforeAll(async () => {
    database = await open({ migrated: true });
    admin = await makeAccount(database, { roles: ['admin'] });
  });
  beforeEach(() => database.query(`delete from public.published_prompts`));

  const actor = (account: Account) => ({ user_id: account.id, aal: 'aal1' });
  async function publish(name: string, text: string, id = randomUUID(), revision: number | null = null) {
    const [row] = await database.query<{ answer: Answer }>(
      `select public.publish_prompt($1, $2, $3, $4, '', $5) as answer`,
      [actor(admin), id, revision, name, text],
    );
    return row!.answer;
  }
  const readAs = (account: Account) =>
    as<{ name: string }>(database, account, `select name from public.published_prompts order by name`);

  it('are read by all users, and changed by administrators only', async () => {
    const user = await makeAccount(database);
    expect(await publish('report', 'Write my report.')).toMatchObject({
      ok: true,
      prompts: [{ name: 'report', revision: 1 }],
    });
    expect(await readAs(user)).toEqual([{ name: 'report' }]);
    expect(await readAs(await makeAccount(database, { isGuest: true }))).toEqual([{ name: 'report' }]);
    await expect(
      database.query(`select public.publish_prompt($1, $2, null, 'mine', '', 'Mine.')`, [
        actor(user),
        randomUUID(),
      ]),
    ).rejects.toMatchObject({ code: '42501' });
    await expect(
      as(database, user, `update public.published_prompts set text = 'Mine.'`),
    ).rejects.toMatchObject({ code: '42501' });
  });

  it('change only at the revision that the administrator has read, under a free name', async () => {
    const id = randomUUID();
    await publish('report', 'First', id);
    await publish('other', 'Other');
    expect(await publish('report', 'Second', id, 1)).toMatchObject({ ok: true });
    expect(await publish('report', 'Third', id, 1)).toMatchObject({ ok: false, code: 'conflict' });
    expect(await publish('OTHER', 'Third', id, 2)).toMatchObject({ ok: false, code: 'conflict' });
    expect(await publish('report', 'Again', id)).toMatchObject({ ok: false, code: 'conflict' });
    expect(
      await database.query(`select name, text, revision from public.published_prompts where id = $1`, [id]),
    ).toEqual([{ name: 'report', text: 'Second', revision: 2 }]);
  });

  it('are limited to 200', async () => {
    await database.query(
      `insert into public.published_prompts (name, text) select 'p' || n, 'a' from generate_series(1, 200) n`,
    );
    expect(await publish('more', 'a')).toMatchObject({ ok: false, code: 'bad_request' });
  });

  it('are limited to 2 MB, because each device loads all of them', async () => {
    await database.query(
      `insert into public.published_prompts (name, text)
       select 'p' || n, repeat('a', 65536) from generate_series(1, 31) n`,
    );
    const id = randomUUID();
    expect(await publish('fits', 'a'.repeat(65_535), id)).toMatchObject({ ok: true });
    expect(await publish('fits', 'a'.repeat(65_536), id, 1)).toMatchObject({ ok: true });
    expect(await publish('more', 'a')).toMatchObject({ ok: false, code: 'bad_request' });
  });

  it('are removed once, and both actions are logged without the text', async () => {
    const id = randomUUID();
    await publish('report', 'canary-text', id);
    const remove = () =>
      database.query<{ answer: Answer }>(`select public.unpublish_prompt($1, $2) as answer`, [
        actor(admin),
        id,
      ]);
    expect((await remove())[0]?.answer).toMatchObject({ ok: true, prompts: [] });
    expect((await remove())[0]?.answer).toMatchObject({ ok: false, code: 'not_found' });
    const log = await database.query<{ action_type: string; action_details: unknown }>(
      `select action_type, action_details from public.user_activity_logs
       where action_details ->> 'prompt' = $1 order by created_at`,
      [id],
    );
    expect(log.map(({ action_type }) => action_type)).toEqual(['prompt.publish', 'prompt.unpublish']);
    expect(JSON.stringify(log)).not.toContain('canary');
  });
});
