import { beforeAll, expect, it } from 'vitest';
import type { Database } from '../../src/service/database/database.ts';
import { describeDatabases } from '../../src/service/testing/databases.ts';
import { type Account, as, makeAccount, makeChat, send } from './testing/people.ts';

interface Found {
  readonly message_id: string;
  readonly chat_title: string;
  readonly excerpt: string;
  readonly created_at: string;
}

describeDatabases('search', (open) => {
  let database: Database;
  let user: Account;
  let chat: string;
  beforeAll(async () => {
    database = await open({ migrated: true });
    user = await makeAccount(database, { plan: 'professional' });
    chat = await makeChat(database, user, 'Garden');
  });

  const search = (query: string, account = user, more = '') =>
    as<Found>(database, account, `select * from public.search_messages(query => $1${more})`, [query]);
  const say = (content: string, role: 'user' | 'assistant' | 'system' = 'assistant') =>
    send(database, user, chat, { content, role });

  it('finds own messages by all words, the last one as a beginning, with an excerpt', async () => {
    const id = await say('The white clover covers the meadow behind the house');
    await say('White paint only');
    expect(await search('clover white mead')).toEqual([
      expect.objectContaining({
        message_id: id,
        chat_title: 'Garden',
        excerpt: 'The white clover covers the meadow behind the house',
      }),
    ]);
    expect(await search('clov meadow')).toEqual([]);
  });

  it('understands phrases and exclusions, and takes any text', async () => {
    const [hot, cold] = [
      await say('tea: strong black tea, hot'),
      await say('black tea that is strong, cold'),
    ];
    const ids = async (query: string) => (await search(query)).map(({ message_id }) => message_id);
    expect(await ids('"strong black"')).toEqual([hot]);
    expect(await ids('tea -hot')).toEqual([cold]);
    for (const odd of [
      '',
      '   ',
      `'`,
      `:*`,
      `a' & 'b`,
      `\\`,
      '!!!',
      '"',
      '-',
      '<->',
      '()',
      'x'.repeat(10_000),
    ])
      expect(await ids(odd)).toEqual([]);
  });

  it('shows no one the messages of others, of hidden chats or of the banned', async () => {
    const starter = await makeAccount(database);
    const hidden = await makeChat(database, starter);
    await send(database, starter, hidden, { content: 'quetzal', role: 'assistant' });
    expect(await search('quetzal', starter)).toHaveLength(1);
    expect(await search('quetzal')).toEqual([]);
    await database.query(
      `update public.chat_history set updated_at = now() - interval '25 hours' where id = $1`,
      [hidden],
    );
    expect(await search('quetzal', starter)).toEqual([]);
    await database.query(`update public.chat_history set updated_at = now() where id = $1`, [hidden]);
    await database.query(`insert into public.user_roles (user_id, role) values ($1, 'banned')`, [starter.id]);
    expect(await search('quetzal', starter)).toEqual([]);
  });

  it('finds neither system prompts nor what the device has encrypted', async () => {
    await say('okapi prompt', 'system');
    await as(
      database,
      user,
      `insert into public.chat_messages (chat_id, user_id, role, content, content_format) values ($1, $2, 'assistant', 'okapi', 'encrypted')`,
      [chat, user.id],
    );
    expect(await search('okapi')).toEqual([]);
  });

  it('pages backwards in time', async () => {
    for (let index = 0; index < 5; index += 1) await say(`ibis ${index}`);
    const first = await search('ibis', user, ', max_results => 2');
    const second = await as<Found>(
      database,
      user,
      `select * from public.search_messages('ibis', $1::timestamptz, 10)`,
      [first.at(-1)?.created_at],
    );
    expect([...first, ...second].map(({ excerpt }) => excerpt)).toEqual(
      [4, 3, 2, 1, 0].map((index) => `ibis ${index}`),
    );
  });

  it('takes in the longest and the strangest texts', async () => {
    const words = Array.from({ length: 150_000 }, (_, index) =>
      String.fromCodePoint(0x4e00 + (index % 20_000), 32),
    );
    for (const text of [
      words.join(''),
      'x'.repeat(1_048_576),
      '💚 '.repeat(200_000),
      Array.from({ length: 140_000 }, (_, index) => index.toString(36)).join(' '),
      `${'('.repeat(1000)} needle in punctuation`,
    ])
      await say(text);
    expect(await search('"needle in punctuation"')).toHaveLength(1);
  });

  it('uses its index', async () => {
    await database.query(
      `insert into public.chat_messages (chat_id, user_id, role, content, origin)
       select $1, $2, 'user', 'filler ' || n, 'import' from generate_series(1, 2000) n`,
      [chat, user.id],
    );
    const plan = await database.query(
      `explain select message_id from private.message_vectors where vector @@ to_tsquery('simple', 'quetzal')`,
    );
    expect(JSON.stringify(plan)).toContain('message_vectors_vector_idx');
  });
});
