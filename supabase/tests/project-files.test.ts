import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { beforeAll, expect, it } from 'vitest';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { createRest } from '../../src/service/rest/rest.ts';
import { restClient } from '../../src/service/testing/clients.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { type Account, type AccountOptions, makeAccount, makeChat, send } from './testing/accounts.ts';
import { envelope } from './testing/encrypted-accounts.ts';

interface User {
  readonly account: Account;
  readonly client: SupabaseClient;
  readonly project: string;
}

const row = (project_id: string, text = 'The notice period is three months.') => ({
  id: randomUUID(),
  project_id,
  name: 'contract.pdf',
  media_type: 'application/pdf',
  size: 2_000,
  pages: 3,
  text,
  characters: text.length,
});

describeSchema('files of projects', (open) => {
  let database: OpenedDatabase;
  beforeAll(async () => {
    database = await open({ migrated: true });
  });

  const makeUser = async (options?: AccountOptions): Promise<User> => {
    const account = await makeAccount(database, options);
    const client = restClient(createRest(database), account.claims);
    const project = randomUUID();
    await database.query(`insert into public.projects (id, user_id, name) values ($1, $2, 'Garden')`, [
      project,
      account.id,
    ]);
    return { account, client, project };
  };
  const add = async ({ client, project }: User, file = row(project)) => {
    expect((await client.from('project_files').insert(file)).error).toBeNull();
    return file;
  };
  const filesOf = async ({ client }: User) =>
    (await client.from('project_files').select('id, name, text').throwOnError()).data;

  it("are read, listed, written and deleted by the project's owner only", async () => {
    const [user, other] = [await makeUser(), await makeUser()];
    const { id, name, text } = await add(user);
    expect(await filesOf(user)).toEqual([{ id, name, text }]);
    expect(await filesOf(other)).toEqual([]);
    expect((await other.client.from('project_files').select('text').eq('id', id)).data).toEqual([]);
    const refused = { code: '42501' };
    const files = other.client.from('project_files');
    expect((await files.insert(row(user.project))).error).toMatchObject(refused);
    expect((await files.insert(row(randomUUID()))).error).toMatchObject(refused);
    expect((await files.insert({ ...row(other.project), user_id: user.account.id })).error).toMatchObject(
      refused,
    );
    await files.delete().eq('id', id).throwOnError();
    await files.update({ name: 'x' }).eq('id', id).throwOnError();
    expect(await filesOf(user)).toEqual([{ id, name, text }]);
    await user.client.from('project_files').delete().eq('id', id).throwOnError();
    expect(await filesOf(user)).toEqual([]);
  });

  it('never change, because passages refer to positions in them', async () => {
    const user = await makeUser();
    const { id } = await add(user);
    const change = await user.client.from('project_files').update({ text: 'Another text' }).eq('id', id);
    expect(change.error).toMatchObject({ code: '42501', message: 'This text never changes.' });
  });

  it('must contain text, and have a name of one line', async () => {
    const { client, project } = await makeUser();
    for (const change of [{ text: ' \n' }, { name: '' }, { name: 'a\nb' }, { text: 'a'.repeat(1_048_577) }])
      expect(
        (await client.from('project_files').insert({ ...row(project), ...change, characters: 5 })).error,
      ).toMatchObject({ code: '23514' });
  });

  it('are deleted with their project and with their account', async () => {
    const user = await makeUser();
    const count = async () =>
      (await database.query(`select from public.project_files where user_id = $1`, [user.account.id])).length;
    await add(user);
    await user.client.from('projects').delete().eq('id', user.project).throwOnError();
    expect(await count()).toBe(0);
    const left = await makeUser();
    await add(left);
    await database.query(`delete from auth.users where id = $1`, [left.account.id]);
    expect(
      await database.query(`select from public.project_files where user_id = $1`, [left.account.id]),
    ).toEqual([]);
  });

  it('count like files of messages, and the refusal says what to do', async () => {
    const guest = await makeUser({ isGuest: true });
    const rows = Array.from({ length: 20 }, () => row(guest.project));
    expect((await guest.client.from('project_files').insert(rows)).error).toBeNull();
    expect((await guest.client.from('project_files').insert(row(guest.project))).error).toMatchObject({
      hint: 'limit',
      message:
        'You can keep 20 files in your chats and projects. Delete some that you no longer need, then try again.',
    });
    const setting = 'guest_attachment_megabytes';
    await database.query(
      `insert into public.system_settings (setting_key, setting_value) values ($1, '2')
       on conflict (setting_key) do update set setting_value = '2'`,
      [setting],
    );
    const full = await makeUser({ isGuest: true });
    const big = () => row(full.project, 'b'.repeat(1_000_000));
    for (let count = 0; count < 2; count += 1) await add(full, big());
    expect((await full.client.from('project_files').insert(big())).error).toMatchObject({
      hint: 'limit',
      message: expect.stringContaining('You can keep 2 MB of files in your chats and projects.') as string,
    });
    await database.query(`delete from public.system_settings where setting_key = $1`, [setting]);
  });

  it('may have 20 MB of text per project', async () => {
    const user = await makeUser();
    await database.query(
      `insert into public.project_files (user_id, project_id, name, media_type, size, text, characters)
       select $1, $2, 'a.txt', 'text/plain', 1, repeat('a', 1048576), 1048576 from generate_series(1, 20)`,
      [user.account.id, user.project],
    );
    expect((await user.client.from('project_files').insert(row(user.project))).error).toMatchObject({
      hint: 'limit',
      message: expect.stringMatching(/^The files of a project can have 20 MB of text together\./) as string,
    });
  });

  it('have the same limit with encrypted history, although its texts are longer', async () => {
    const user = await makeUser();
    const bytes = async (text: string) =>
      (await database.query<{ bytes: string }>('select private.text_bytes($1) as bytes', [text]))[0]?.bytes;
    expect(Number(await bytes(envelope(40_000)))).toBeLessThan(30_200);
    expect(Number(await bytes('é'))).toBe(2);
    // Only the first characters are read, because the texts of a project can have 27 MB.
    expect(Number(await bytes(`enc1.k.${' '.repeat(999_993)}`))).toBe(750_000);
    expect(
      (await user.client.from('project_files').insert({ ...row(user.project), media_type: ' ' })).error,
    ).toMatchObject({ code: '23514' });
  });

  it('are refused for banned and restricted users', async () => {
    for (const role of ['banned', 'restricted'] as const) {
      const user = await makeUser({ roles: [role] });
      const { error } = await user.client.from('project_files').insert(row(user.project));
      expect(error).toMatchObject({ code: '42501' });
    }
  });

  it('are named only by replies to own messages, and by at most 100 replies to each', async () => {
    const [user, other] = [await makeUser(), await makeUser()];
    const message_id = await send(database, user.account, await makeChat(database, user.account));
    const named = () => ({ id: randomUUID(), message_id, passages: '[]' });
    expect((await user.client.from('reply_passages').insert(named())).error).toBeNull();
    expect((await other.client.from('reply_passages').insert(named())).error).toMatchObject({
      code: '42501',
    });
    expect((await other.client.from('reply_passages').select('id').throwOnError()).data).toEqual([]);
    const rows = Array.from({ length: 99 }, named);
    expect((await user.client.from('reply_passages').insert(rows)).error).toBeNull();
    expect((await user.client.from('reply_passages').insert(named())).error).toMatchObject({ hint: 'limit' });
    await database.query(`delete from public.chat_messages where id = $1`, [message_id]);
    expect((await user.client.from('reply_passages').select('id').throwOnError()).data).toEqual([]);
  });

  it('are no longer named when the reply is deleted, or 30 days after a refused request', async () => {
    const user = await makeUser();
    const chat = await makeChat(database, user.account);
    const message_id = await send(database, user.account, chat);
    const [reply, refused] = [randomUUID(), randomUUID()];
    await user.client
      .from('reply_passages')
      .insert([reply, refused].map((id) => ({ id, message_id, passages: '[]' })))
      .throwOnError();
    await database.query(
      `insert into public.chat_messages (id, chat_id, user_id, parent_id, role, content)
       values ($1, $2, $3, $4, 'assistant', 'Hi')`,
      [reply, chat, user.account.id, message_id],
    );
    const named = async () =>
      (await user.client.from('reply_passages').select('id').throwOnError()).data?.map(({ id }) => id);
    const age = (days: number) =>
      database.query(`update public.reply_passages set created_at = now() - make_interval(days => $1)`, [
        days,
      ]);
    await age(29);
    await database.query('select private.purge_expired()');
    expect(await named()).toHaveLength(2);
    await age(31);
    await database.query('select private.purge_expired()');
    expect(await named()).toEqual([reply]);
    await user.client.rpc('delete_version', { message: reply }).throwOnError();
    expect(await named()).toEqual([]);
  });

  it('move with their project when accounts are merged', async () => {
    const [source, target] = [await makeUser(), await makeUser()];
    const { id } = await add(source);
    await database.query(`select private.move_content($1, $2)`, [source.account.id, target.account.id]);
    expect(await filesOf(target)).toMatchObject([{ id }]);
    expect(await filesOf(source)).toEqual([]);
  });
});
