import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { type Account, as, makeAccount, makeChat, refusalOf } from './testing/accounts.ts';
import { replyCalls } from './testing/replies.ts';

const refusal = { hint: 'project', message: 'This project no longer exists.' };

describeSchema('projects', (open) => {
  let database: OpenedDatabase;
  let user: Account;
  beforeAll(async () => {
    database = await open({ migrated: true });
    user = await makeAccount(database, { plan: 'professional' });
  });

  const makeProject = async (account: Account, name = 'Garden') => {
    const id = randomUUID();
    await as(database, account, `insert into public.projects (id, name) values ($1, $2)`, [id, name]);
    return id;
  };
  const move = (account: Account, chat: string, project: string) =>
    as(database, account, `update public.chat_history set project_id = $2 where id = $1`, [chat, project]);
  const projectOf = async (chat: string) =>
    (await database.query(`select project_id from public.chat_history where id = $1`, [chat]))[0]?.[
      'project_id'
    ];
  const change = (account: Account, project: string, column: string, value: string | null) =>
    as(database, account, `update public.projects set ${column} = $2 where id = $1`, [project, value]);

  it('accept the documented insert of a chat [DATA-027]', async () => {
    const project = await makeProject(user);
    const chat = randomUUID();
    await as(
      database,
      user,
      `insert into public.chat_history (id, user_id, title, project_id) values ($1, $2, 'Inside', $3)`,
      [chat, user.id, project],
    );
    expect(await projectOf(chat)).toBe(project);
  });

  it('contain chats, which leave them without changing their place in the list', async () => {
    const project = await makeProject(user);
    const chat = await makeChat(database, user);
    const read = () => database.query(`select updated_at from public.chat_history where id = $1`, [chat]);
    const before = await read();
    await move(user, chat, project);
    expect(await projectOf(chat)).toBe(project);
    await move(user, chat, 'blue_clover');
    expect(await projectOf(chat)).toBe('blue_clover');
    expect(await read()).toEqual(before);
  });

  it("refuse chats of other users, as if they didn't exist", async () => {
    const other = await makeAccount(database, { plan: 'professional' });
    const foreign = await makeProject(other);
    const chat = await makeChat(database, user);
    for (const project of [foreign, foreign.toUpperCase(), randomUUID(), 'other', 'blue_clover '])
      expect(await refusalOf(move(user, chat, project))).toMatchObject(refusal);
    const insert = `insert into public.chat_history (user_id, title, project_id) values ($1, 'A chat', $2)`;
    expect(await refusalOf(as(database, user, insert, [user.id, foreign]))).toMatchObject(refusal);
    // The database's owner can't either.
    expect(await refusalOf(database.query(insert, [user.id, foreign]))).toMatchObject(refusal);
    await change(user, foreign, 'name', 'Taken over');
    expect(await database.query(`select name from public.projects where id = $1`, [foreign])).toEqual([
      { name: 'Garden' },
    ]);
  });

  it.each([
    ['name', ''],
    ['name', ' \t\n'],
    ['name', 'a\nb'],
    ['name', 'a\u001b[0m'],
    ['name', 'a'.repeat(101)],
    ['color', 'url(x)'],
    ['instructions', ' '],
    ['instructions', 'a'.repeat(100_000)],
    ['vendor_id', 'openai'],
  ])('refuse the %s %j', async (column, value) => {
    const project = await makeProject(user);
    expect((await refusalOf(change(user, project, column, value))).code).toBe('23514');
  });

  it.each([
    [{ isGuest: true }, 10],
    [{ plan: 'professional' }, 200],
  ] as const)('are limited for %j to %i', async (options, most) => {
    const account = await makeAccount(database, options);
    await database.query(
      `insert into public.projects (user_id, name) select $1, 'Project ' || n from generate_series(1, $2::integer) n`,
      [account.id, most],
    );
    expect(await refusalOf(makeProject(account))).toMatchObject({
      hint: 'limit',
      message: `You can keep ${most} projects. Delete projects that you no longer need, then try again.`,
    });
  });

  it('have the same limit of writes per minute as chats', async () => {
    const guest = await makeAccount(database, { isGuest: true });
    const project = await makeProject(guest);
    await database.query(
      `update private.account_usage set minute_began_at = now(), minute_writes = 10000 where user_id = $1`,
      [guest.id],
    );
    expect((await refusalOf(change(guest, project, 'name', 'Other'))).code).toBe('PT429');
  });

  it('show which device changed them last', async () => {
    const project = await makeProject(user);
    const changeSeen = (at: unknown, name: string) =>
      as<{ updated_at: Date }>(
        database,
        user,
        `update public.projects set name = $3 where id = $1 and updated_at = $2 returning updated_at`,
        [project, at, name],
      );
    const [seen] = await database.query(`select updated_at::text as at from public.projects where id = $1`, [
      project,
    ]);
    expect(await changeSeen(seen?.['at'], 'First device')).toHaveLength(1);
    expect(await changeSeen(seen?.['at'], 'Second device')).toEqual([]);
  });

  it('are deleted without their chats and running replies, even those that the plan hides', async () => {
    const account = await makeAccount(database, { plan: 'starter' });
    const calls = replyCalls(database);
    const project = await makeProject(account);
    const [chat, hidden] = [await makeChat(database, account), await makeChat(database, account)];
    await move(account, chat, project);
    await move(account, hidden, project);
    await database.query(
      `update public.chat_history set updated_at = now() - interval '1 year' where id = $1`,
      [hidden],
    );
    const question = await calls.ask(account, chat);
    const reply = randomUUID();
    expect(await calls.begin(account, { question, reply })).toMatchObject({ ok: true });
    await as(database, account, `delete from public.projects where id = $1`, [project]);
    expect([await projectOf(chat), await projectOf(hidden)]).toEqual(['blue_clover', 'blue_clover']);
    await calls.finish(account, { question, reply, text: 'Not lost' });
    expect(
      await as(database, account, `select content from public.chat_messages where id = $1`, [reply]),
    ).toEqual([{ content: 'Not lost' }]);
  });

  it('take a chat that is stored while they are deleted, or refuse it', async () => {
    const project = await makeProject(user);
    const chats = [1, 2, 3, 4].map(() => randomUUID());
    const results = await Promise.allSettled([
      ...chats.map((id) =>
        as(
          database,
          user,
          `insert into public.chat_history (id, user_id, title, project_id) values ($1, $2, 'New', $3)`,
          [id, user.id, project],
        ),
      ),
      as(database, user, `delete from public.projects where id = $1`, [project]),
    ]);
    const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(refusals).toEqual(refusals.map(() => expect.objectContaining(refusal)));
    expect(results.at(-1)?.status).toBe('fulfilled');
    expect(await database.query(`select from public.chat_history where project_id = $1`, [project])).toEqual(
      [],
    );
  });

  it('have a default persona, which may be published or deleted, and which the first request names', async () => {
    const account = await makeAccount(database, { plan: 'professional' });
    const project = await makeProject(account);
    const persona = randomUUID();
    await change(account, project, 'persona_id', persona);
    const [row] = await as<{ start: { projects: unknown[] } }>(
      database,
      account,
      `select public.app_start('blue_clover', 50, 50) as start`,
    );
    expect(row?.start.projects).toMatchObject([{ id: project, persona_id: persona }]);
    await change(account, project, 'persona_id', null);
    expect(await database.query(`select persona_id from public.projects where id = $1`, [project])).toEqual([
      { persona_id: null },
    ]);
  });

  it('limit a search to their chats', async () => {
    const project = await makeProject(user);
    const [inside, outside] = [
      await makeChat(database, user, 'Quagga inside'),
      await makeChat(database, user, 'Quagga outside'),
    ];
    await move(user, inside, project);
    const search = (filter: string) =>
      as<{ chat_id: string }>(
        database,
        user,
        `select chat_id from public.search_messages('quagga'${filter})`,
      );
    expect(await search(`, project => '${project}'`)).toEqual([{ chat_id: inside }]);
    expect(await search(`, project => 'blue_clover'`)).toEqual([{ chat_id: outside }]);
    expect(await search('')).toHaveLength(2);
  });

  it('keep pinned chats in the list of pins, but not in the list of chats', async () => {
    const account = await makeAccount(database, { plan: 'professional' });
    const project = await makeProject(account);
    const chat = await makeChat(database, account);
    await move(account, chat, project);
    await as(database, account, `update public.chat_history set pinned_at = now() where id = $1`, [chat]);
    const [row] = await as<{ start: { chats: unknown[]; pinned: unknown[]; projects: unknown[] } }>(
      database,
      account,
      `select public.app_start('blue_clover', 50, 50) as start`,
    );
    expect(row?.start.chats).toEqual([]);
    expect(row?.start.pinned).toEqual([expect.objectContaining({ id: chat, project_id: project })]);
    expect(row?.start.projects).toEqual([expect.objectContaining({ id: project, name: 'Garden' })]);
    expect(JSON.stringify(row?.start.projects)).not.toContain('instructions');
  });

  it('are named in the export of their chats', async () => {
    const account = await makeAccount(database);
    const project = await makeProject(account);
    const chat = await makeChat(database, account);
    await move(account, chat, project);
    expect(await as(database, account, `select id, project_id from public.export_chats()`)).toEqual([
      { id: chat, project_id: project },
    ]);
  });

  it('are merged with their chats', async () => {
    const [source, target] = [await makeAccount(database), await makeAccount(database)];
    const project = await makeProject(source);
    const chat = await makeChat(database, source);
    await move(source, chat, project);
    await database.query(`select private.move_content($1, $2)`, [source.id, target.id]);
    await database.query(`delete from auth.users where id = $1`, [source.id]);
    expect(
      await as(
        database,
        target,
        `select c.id from public.chat_history c join public.projects p on p.id::text = c.project_id`,
      ),
    ).toEqual([{ id: chat }]);
  });

  it('are deleted with the account', async () => {
    const account = await makeAccount(database);
    const project = await makeProject(account);
    await move(account, await makeChat(database, account), project);
    await database.query(`delete from auth.users where id = $1`, [account.id]);
    expect(await database.query(`select from public.projects where id = $1`, [project])).toEqual([]);
  });
});
