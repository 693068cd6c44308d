import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../src/service/database/database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { newPersona } from '../../src/shared/personas/persona.ts';
import { toPersonaRow } from '../../src/shared/personas/persona-row.ts';
import { type Account, as, makeAccount, refusalOf } from './testing/accounts.ts';

interface Answer {
  readonly ok: boolean;
  readonly code?: string;
  readonly message?: string;
  readonly personas?: readonly Readonly<Record<string, unknown>>[];
}

interface Change {
  readonly name: string;
  readonly id?: string;
  readonly instructions?: string;
  readonly known?: number | null;
}

const toGiven = ({ id = randomUUID(), known = null, name, instructions = 'Answer in Latin.' }: Change) => ({
  ...toPersonaRow({ ...newPersona, name, instructions, starters: ['Translate this.'] }),
  id,
  known_revision: known,
});

describeSchema('published personas', (open) => {
  let database: Database;
  let admin: Account;
  beforeAll(async () => {
    database = await open({ migrated: true });
    admin = await makeAccount(database, { roles: ['admin'] });
  });
  beforeEach(() => database.query(`delete from public.published_personas`));

  const actor = (account: Account) => ({ user_id: account.id, aal: 'aal1' });
  async function publish(changes: readonly Change[], by = admin) {
    const [row] = await database.query<{ answer: Answer }>(
      `select public.publish_personas($1, $2) as answer`,
      [actor(by), changes.map(toGiven)],
    );
    return row!.answer;
  }
  const namesFor = async (account: Account) =>
    (
      await as<{ name: string }>(
        database,
        account,
        `select name from public.published_personas order by lower(name)`,
      )
    ).map(({ name }) => name);

  it('are read completely by all users, and changed by administrators only', async () => {
    const user = await makeAccount(database);
    expect(await publish([{ name: 'Latin teacher' }, { name: 'cook' }])).toMatchObject({
      ok: true,
      personas: [{ name: 'cook' }, { name: 'Latin teacher', revision: 1, starters: ['Translate this.'] }],
    });
    expect(await namesFor(user)).toEqual(['cook', 'Latin teacher']);
    expect(await namesFor(await makeAccount(database, { isGuest: true }))).toHaveLength(2);
    await expect(publish([{ name: 'Mine' }], user)).rejects.toMatchObject({ code: '42501' });
    for (const statement of [
      `update public.published_personas set name = 'Mine'`,
      `delete from public.published_personas`,
      `insert into public.published_personas (name) values ('Mine')`,
    ])
      expect((await refusalOf(as(database, user, statement))).code).toBe('42501');
    expect((await refusalOf(as(database, user, `select public.publish_personas('{}', '[]')`))).code).toBe(
      '42501',
    );
  });

  it('change only at the revision that the administrator has read, under a free name', async () => {
    const id = randomUUID();
    await publish([{ name: 'Cook', instructions: 'First', id }, { name: 'Other' }]);
    expect(await publish([{ name: 'Cook', instructions: 'Second', id, known: 1 }])).toMatchObject({
      ok: true,
    });
    const late = await publish([{ name: 'Cook', instructions: 'Third', id, known: 1 }]);
    expect(late).toMatchObject({ ok: false, code: 'conflict' });
    expect(late.message).toContain('Another administrator has changed the persona "Cook".');
    const refusal = await publish([{ name: 'OTHER', id, known: 2 }]);
    expect(refusal).toMatchObject({ ok: false, code: 'conflict' });
    expect(refusal.message).toContain('also called "OTHER"');
    expect(await publish([{ name: 'Again', id }])).toMatchObject({ ok: false, code: 'conflict' });
    expect(
      await database.query(
        `select name, instructions, revision from public.published_personas where id = $1`,
        [id],
      ),
    ).toEqual([{ name: 'Cook', instructions: 'Second', revision: 2 }]);
  });

  it('are published completely or not at all', async () => {
    const before = await logged();
    expect(await publish([{ name: 'Cook' }, { name: 'cook' }])).toMatchObject({
      ok: false,
      code: 'conflict',
    });
    expect(await namesFor(admin)).toEqual([]);
    expect(await logged()).toEqual(before);
  });

  it('are limited to 100 and to 1 MB, because each device loads all of them', async () => {
    await database.query(
      `insert into public.published_personas (name) select 'p' || n from generate_series(1, 99) n`,
    );
    expect(await publish([{ name: 'a' }, { name: 'b' }])).toMatchObject({ ok: false, code: 'bad_request' });
    expect(await publish([{ name: 'a' }])).toMatchObject({ ok: true });
    await database.query(`delete from public.published_personas`);
    await database.query(
      `insert into public.published_personas (name, instructions)
       select 'p' || n, repeat('😀', 8000) from generate_series(1, 32) n`,
    );
    // 24,448 bytes are left: each starters array has 2 bytes, this one 19.
    const fitting = (bytes: number) => 'a'.repeat(bytes % 4) + '😀'.repeat(bytes / 4);
    const id = randomUUID();
    const room = 1_048_576 - 32 * 32_002 - '{"Translate this."}'.length;
    expect(await publish([{ name: 'more', id, instructions: fitting(room + 1) }])).toMatchObject({
      ok: false,
      code: 'bad_request',
    });
    expect(await publish([{ name: 'more', id, instructions: fitting(room) }])).toMatchObject({ ok: true });
  });

  const logged = () =>
    database.query<{ action_type: string; admin_id: string; action_details: unknown }>(
      `select action_type, admin_id, action_details from public.user_activity_logs
       where action_type like 'persona.%' order by created_at`,
    );

  it('are removed once, and both actions are logged without the instructions', async () => {
    const id = randomUUID();
    await publish([{ name: 'Cook', instructions: 'canary-text', id }]);
    const remove = async () =>
      (
        await database.query<{ answer: Answer }>(`select public.unpublish_persona($1, $2) as answer`, [
          actor(admin),
          id,
        ])
      )[0]?.answer;
    expect(await remove()).toMatchObject({ ok: true, personas: [] });
    expect(await remove()).toMatchObject({ ok: false, code: 'not_found' });
    const log = (await logged()).slice(-2);
    expect(log).toEqual([
      {
        action_type: 'persona.publish',
        admin_id: admin.id,
        action_details: { persona: id, name: 'Cook', length: 11 },
      },
      { action_type: 'persona.unpublish', admin_id: admin.id, action_details: { persona: id, name: 'Cook' } },
    ]);
  });
});
