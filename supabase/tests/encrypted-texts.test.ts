import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { encryptedColumns } from '../../src/shared/database/text-columns.ts';
import { type Account, as, makeAccount, refusalOf } from './testing/accounts.ts';
import {
  envelope,
  makeEncryptedAccount,
  replyEnvelope,
  setEncryption,
} from './testing/encrypted-accounts.ts';

const required = { code: 'PT409', hint: 'encryption_required' };
const notOn = { code: 'PT409', hint: 'encryption_not_on' };

/** Returns a complete row of a table with encrypted columns that clients write. */
const rowOf = (table: string): Readonly<Record<string, unknown>> => rows()[table] ?? {};
const rows = (): Readonly<Record<string, Readonly<Record<string, unknown>>>> => ({
  'public.chat_history': { title: envelope(), parameters: envelope(), chat_key: envelope() },
  'public.chat_messages': { role: 'user', content: envelope(), content_format: 'encrypted' },
  'public.shared_drafts': { text: envelope() },
  'public.personas': { name: envelope(), instructions: envelope(), starters: [envelope(), envelope()] },
  'public.saved_prompts': { name: envelope(), title: envelope(), text: envelope() },
  'public.projects': { name: envelope(), instructions: envelope() },
  'public.memories': { content: envelope() },
  'public.project_files': {
    name: envelope(),
    media_type: envelope(),
    size: 5,
    text: envelope(),
    characters: 5,
  },
  'public.reply_passages': { id: randomUUID(), passages: envelope() },
});
const plainValues: Readonly<Record<string, unknown>> = {
  parameters: { instructions: 'A secret' },
  starters: [envelope(), 'A secret'],
  name: 'secret',
};

describeSchema('texts of accounts with encrypted history', (open) => {
  let database: OpenedDatabase;
  let user: Account;
  let plain: Account;
  beforeAll(async () => {
    database = await open({ migrated: true });
    user = await makeEncryptedAccount(database);
    plain = await makeAccount(database, { plan: 'professional' });
  });

  const insert = (account: Account, table: string, values: Readonly<Record<string, unknown>>) => {
    const entries = Object.entries(values);
    return as<{ id: string }>(
      database,
      account,
      `insert into ${table} (${entries.map(([name]) => name).join()})
       values (${entries.map(([, value], index) => `$${index + 1}${Array.isArray(value) ? '::text[]' : ''}`).join()})
       returning id`,
      entries.map(([, value]) => value),
    );
  };
  const makeChat = async (account: Account) => {
    const id = randomUUID();
    await insert(account, 'public.chat_history', {
      id,
      title: account === plain ? 'A chat' : envelope(),
      ...(account !== plain && { chat_key: envelope() }),
    });
    return id;
  };
  const makeProject = async (account: Account) => {
    const [row] = await insert(account, 'public.projects', {
      name: account === plain ? 'A project' : envelope(),
    });
    return row?.id;
  };
  const makeMessage = async (account: Account) => {
    const chat_id = await makeChat(account);
    const text =
      account === plain ? { content: 'A text' } : { content: envelope(), content_format: 'encrypted' };
    const [row] = await insert(account, 'public.chat_messages', { chat_id, role: 'user', ...text });
    return row?.id;
  };
  const withChat = async (account: Account, table: string, values: Readonly<Record<string, unknown>>) => ({
    ...values,
    ...(table === 'public.chat_messages' && { chat_id: await makeChat(account) }),
    ...(table === 'public.shared_drafts' && { chat_id: await makeChat(account) }),
    ...(table === 'public.project_files' && { project_id: await makeProject(account) }),
    ...(table === 'public.reply_passages' && { message_id: await makeMessage(account) }),
  });

  const writable = Object.entries(encryptedColumns).filter(([table]) => rows()[table]);
  it('are accepted as envelopes, in every encrypted column', async () => {
    for (const [table, columns] of writable) {
      const row = await withChat(user, table, rowOf(table));
      await insert(user, table, row);
      // Only the gateway writes reasoning, and a message with parameters is tested below.
      const tested = columns.filter((column) => !['reasoning', 'parameters'].includes(column));
      expect(Object.keys(rowOf(table))).toEqual(expect.arrayContaining(tested));
    }
  });

  const cases = writable.flatMap(([table, columns]) =>
    columns.filter((column) => column in rowOf(table)).map((column) => [table, column] as const),
  );
  it.each(cases)('are refused as plain text: %s.%s', async (table, column) => {
    const row = await withChat(user, table, {
      ...rowOf(table),
      [column]: plainValues[column] ?? 'A secret',
      ...(table === 'public.chat_messages' && { content_format: 'plain' }),
    });
    expect(await refusalOf(insert(user, table, row))).toMatchObject(required);
  });

  const updated = cases.filter(([table]) => table !== 'public.chat_messages');
  it.each(updated)('are refused as plain text in a change: %s.%s', async (table, column) => {
    const [{ id } = { id: '' }] = await insert(user, table, await withChat(user, table, rowOf(table)));
    const cast = column === 'starters' ? '::text[]' : '';
    const change = as(database, user, `update ${table} set ${column} = $2${cast} where id = $1`, [
      id,
      plainValues[column] ?? 'A secret',
    ]);
    expect(await refusalOf(change)).toMatchObject(required);
  });

  it('are refused as plain text in the instructions of the account', async () => {
    const save = (about: string) =>
      as(database, user, `select public.save_account_instructions($1, '', true)`, [about]);
    expect(await refusalOf(save('A secret'))).toMatchObject(required);
    await save(envelope());
  });

  it('are refused as plain text that is marked as encrypted', async () => {
    const chat_id = await makeChat(user);
    for (const [role, content] of [
      ['user', 'A secret'],
      ['user', `enc1.k.${'A'.repeat(60)} and a secret`],
      // Anyone who knows the public key can write such an envelope.
      ['user', replyEnvelope()],
      ['system', replyEnvelope()],
      ['assistant', `enc1.c.0:${replyEnvelope()},a secret`],
    ])
      expect(
        await refusalOf(
          insert(user, 'public.chat_messages', { chat_id, role, content, content_format: 'encrypted' }),
        ),
      ).toMatchObject({ code: '23514' });
  });

  it('require that the parameters of their message are encrypted too', async () => {
    const chat_id = await makeChat(user);
    const row = { chat_id, role: 'user', content: envelope(), content_format: 'encrypted' };
    await insert(user, 'public.chat_messages', { ...row, parameters: envelope() });
    const parameters = { persona: { id: randomUUID(), name: 'A secret' } };
    expect(await refusalOf(insert(user, 'public.chat_messages', { ...row, parameters }))).toMatchObject({
      code: '23514',
    });
  });

  it('are in no search index', async () => {
    const chat_id = await makeChat(user);
    await insert(user, 'public.chat_messages', {
      chat_id,
      role: 'user',
      content: envelope(),
      content_format: 'encrypted',
    });
    const derived = await database.query(
      `select c.has_code, exists (select from private.title_vectors v where v.chat_id = c.id) as has_title,
         exists (select from private.message_vectors v where v.chat_id = c.id) as has_words
       from public.chat_history c where c.id = $1`,
      [chat_id],
    );
    expect(derived).toEqual([{ has_code: false, has_title: false, has_words: false }]);
  });

  it('have the maximum length of plain ones', async () => {
    const chat_id = await makeChat(user);
    const longest = envelope(Math.ceil(((1_048_576 + 28) * 4) / 3));
    const message = { chat_id, role: 'user', content_format: 'encrypted' };
    await insert(user, 'public.chat_messages', { ...message, content: longest });
    expect(
      await refusalOf(insert(user, 'public.chat_messages', { ...message, content: envelope(1_572_864) })),
    ).toMatchObject({ code: '23514' });
    await insert(user, 'public.saved_prompts', {
      name: envelope(355),
      title: envelope(1100),
      text: envelope(87_000),
    });
    await insert(user, 'public.chat_history', { title: envelope(2700), chat_key: envelope() });
  });

  it('are refused without the key of their chat', async () => {
    expect(await refusalOf(insert(user, 'public.chat_history', { title: envelope() }))).toMatchObject({
      code: '23514',
    });
  });

  it('are refused as envelopes if the history is plain', async () => {
    for (const [table] of writable) {
      const row = await withChat(plain, table, rowOf(table));
      expect({ table, ...(await refusalOf(insert(plain, table, row))) }).toMatchObject({ table, ...notOn });
    }
    // For a plain account, a text that looks like an envelope is an ordinary text.
    const chat_id = await makeChat(plain);
    await insert(plain, 'public.chat_messages', { chat_id, role: 'user', content: envelope() });
  });

  it('may be plain or encrypted while encrypted history is being turned off', async () => {
    const leaving = await makeEncryptedAccount(database, 'turning_off');
    await insert(leaving, 'public.projects', { name: 'Garden' });
    await insert(leaving, 'public.projects', { name: envelope() });
    await setEncryption(database, leaving, 'turning_on');
    expect(await refusalOf(insert(leaving, 'public.projects', { name: 'Garden' }))).toMatchObject(required);
  });

  it("don't reveal whether another account is encrypted", async () => {
    for (const account of [user, plain]) {
      const foreign = insert(await makeAccount(database), 'public.projects', {
        user_id: account.id,
        name: 'Garden',
      });
      expect(await refusalOf(foreign)).toMatchObject({ code: '42501' });
    }
  });

  it('exclude plain images, plain files and forks by the service', async () => {
    const picture = database.query(
      `insert into public.message_images (user_id, content_type, content) values ($1, 'image/png', '\\x00')`,
      [user.id],
    );
    expect(await refusalOf(picture)).toMatchObject(required);
    const chat_id = await makeChat(user);
    const [message] = await insert(user, 'public.chat_messages', {
      chat_id,
      role: 'user',
      content: envelope(),
      content_format: 'encrypted',
    });
    const fork = as(database, user, `select public.fork_chat($1, $2)`, [message?.id, randomUUID()]);
    expect(await refusalOf(fork)).toMatchObject({ message: 'An encrypted chat needs its key.' });
    const object = database.query(
      `insert into storage.objects (bucket_id, name, metadata) values ('attachments', $1, $2)`,
      [`${user.id}/${randomUUID()}`, { size: 1, mimetype: 'text/plain' }],
    );
    expect(await refusalOf(object)).toMatchObject(required);
    await database.query(
      `insert into storage.objects (bucket_id, name, metadata) values ('attachments', $1, $2)`,
      [`${plain.id}/${randomUUID()}`, { size: 1, mimetype: 'text/plain' }],
    );
  });

  it('are shown to no administrator, even with consent', async () => {
    await makeChat(user);
    const [{ chats } = { chats: [] }] = await database.query<{ chats: { title: string | null }[] }>(
      `select private.viewed_chats($1, null, true) as chats`,
      [user.id],
    );
    expect(chats.length).toBeGreaterThan(0);
    expect(chats.every(({ title }) => title === null)).toBe(true);
  });
});
