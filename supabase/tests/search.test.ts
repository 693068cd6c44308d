import { beforeAll, expect, it } from 'vitest';
import type { Database } from '../../src/service/database/database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { type Account, as, makeAccount, makeChat, send } from './testing/accounts.ts';

interface Found {
  readonly chat_id: string;
  readonly chat_title: string;
  /** Null if the title matches. */
  readonly message_id: string | null;
  readonly excerpt: string;
  readonly created_at: string;
}

/** Returns the excerpt with the matches in brackets. */
const markMatches = ({ excerpt }: Found) => excerpt.replaceAll('\u0002', '[').replaceAll('\u0003', ']');

describeSchema('search', (open) => {
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

  it('finds own messages by all words, the last one as a prefix, with an excerpt', async () => {
    const id = await say('The white clover covers the meadow behind the house');
    await say('White paint only');
    const found = await search('clover white mead');
    expect(found).toEqual([expect.objectContaining({ message_id: id, chat_id: chat, chat_title: 'Garden' })]);
    expect(found.map(markMatches)).toEqual(['The [white] [clover] covers the [meadow] behind the house']);
    expect(await search('clov meadow')).toEqual([]);
  });

  it('finds titles before messages, newer before older, short before long', async () => {
    const titled = await makeChat(database, user, 'Tending wisteria');
    const old = await say('Wisteria, last year');
    const [long, short] = [await say(`Wisteria ${'and more '.repeat(50)}`), await say('Wisteria')];
    await database.query(
      `update private.message_vectors set written_at = now() - interval '1 year' where message_id = $1`,
      [old],
    );
    const found = await search('wisteria');
    expect(found.map(({ message_id }) => message_id)).toEqual([null, short, long, old]);
    expect(found[0]).toMatchObject({ chat_id: titled, chat_title: 'Tending wisteria' });
    expect(found.slice(0, 1).map(markMatches)).toEqual(['Tending [wisteria]']);
  });

  it('follows a changed title, and a chat that moves to another account', async () => {
    const other = await makeAccount(database, { plan: 'professional' });
    const moving = await makeChat(database, user, 'Larch');
    const text = await send(database, user, moving, { content: 'A word on dibbers', role: 'assistant' });
    await as(database, user, `update public.chat_history set title = 'Alder' where id = $1`, [moving]);
    expect(await search('larch')).toEqual([]);
    expect(await search('alder')).toHaveLength(1);
    await database.query(`update public.chat_history set user_id = $2 where id = $1`, [moving, other.id]);
    expect(await search('alder')).toEqual([]);
    expect(await search('dibbers')).toEqual([]);
    expect((await search('alder', other)).map(({ chat_id }) => chat_id)).toEqual([moving]);
    expect((await search('dibbers', other)).map(({ message_id }) => message_id)).toEqual([text]);
    await as(database, other, `delete from public.chat_history where id = $1`, [moving]);
    expect(await search('alder', other)).toEqual([]);
  });

  it.each([
    ['React.useState', 'Call React.useState in src/app.tsx', 'Call [React].[useState] in src/app.tsx'],
    ['computedr', 'Call vue.computedRef', 'Call vue.[computedRef]'],
    ['legacy/app', 'See legacy/app.ts, not app/legacy', 'See [legacy]/[app].ts, not [app]/[legacy]'],
    ['我爱', '因为我爱你们', '因为[我爱]你们'],
    ['ЛИПА', 'Старая липа', 'Старая [липа]'],
    ['éra', 'Une Érable', 'Une [Érable]'],
    ['<b>bold</b>', 'Write <b>bold</b> & "proud"', 'Write <[b]>[bold]</[b]> & "proud"'],
  ])('finds %s in any script and in code', async (query, content, shown) => {
    const id = await say(content);
    const found = await search(query);
    expect(found.map(({ message_id }) => message_id)).toEqual([id]);
    expect(found.map(markMatches)).toEqual([shown]);
  });

  it('takes the excerpt of a long text from around the match, and prefers whole words close to each other', async () => {
    const filler = 'lorem ipsum dolor sit amet '.repeat(1_000);
    await say(`starting artichoke ${filler} an art of grafting, ${filler} the end of it`);
    const [found] = await search('art grafting');
    expect(markMatches(found!)).toContain('[art] of [grafting]');
    await say(`${filler} 漢字の接ぎ木 ${filler}`);
    expect(markMatches((await search('接ぎ木'))[0]!)).toContain('[接ぎ木]');
    // If words are far apart, only one of them is shown.
    await say(`Scions first. ${filler} Rootstock last.`);
    expect(markMatches((await search('scions rootstock'))[0]!)).toMatch(/\[(Scions|Rootstock)\]/);
  });

  it('indexes the first 100,000 characters, and takes excerpts from at most 2,000 of them', async () => {
    const filler = 'great text '.repeat(90_000);
    const message = await say(`${filler.slice(0, 50_000)} quillwort ${filler} stonecrop`);
    expect(await search('stonecrop')).toEqual([]);
    expect((await search('quillwort')).map(({ message_id }) => message_id)).toEqual([message]);
    const [found] = await database.query<{ part: string }>(
      `select private.text_around_match(content, to_tsquery('simple', 'quillwort')) as part
       from public.chat_messages where id = $1`,
      [message],
    );
    expect(found?.part).toContain(' quillwort ');
    expect(found?.part.length).toBeLessThanOrEqual(2000);
  });

  it('removes marks that the text itself contains', async () => {
    await say('\u0002forged\u0003 \u0001hyssop');
    expect((await search('hyssop')).map(markMatches)).toEqual(['forged [hyssop]']);
  });

  it('understands phrases and exclusions, and accepts any text', async () => {
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

  it('shows no messages of others, of hidden chats or to banned users', async () => {
    const starter = await makeAccount(database);
    const hidden = await makeChat(database, starter, 'Quetzal');
    await send(database, starter, hidden, { content: 'quetzal', role: 'assistant' });
    const found = () => search('quetzal', starter).then((rows) => rows.map(({ message_id }) => message_id));
    const [ownId, other] = [expect.any(String), await makeChat(database, user)];
    expect(await found()).toEqual([null, ownId]);
    expect(await search('quetzal')).toEqual([]);
    // The words that the index adds to each message for its owner don't match either.
    expect(await search(`owner ${starter.id}`)).toEqual([]);
    expect(await search(`"owner ${starter.id}"`)).toEqual([]);
    expect((await search('-zzz')).every(({ chat_id }) => chat_id !== hidden)).toBe(true);
    await send(database, user, other, { content: 'ocelot', role: 'assistant' });
    expect(await search('ocelot', starter)).toEqual([]);
    await database.query(
      `update public.chat_history set updated_at = now() - interval '25 hours' where id = $1`,
      [hidden],
    );
    expect(await search('quetzal', starter)).toEqual([]);
    await database.query(`update public.chat_history set updated_at = now() where id = $1`, [hidden]);
    await database.query(`insert into public.user_roles (user_id, role) values ($1, 'banned')`, [starter.id]);
    expect(await search('quetzal', starter)).toEqual([]);
  });

  it('finds no system prompts', async () => {
    await say('okapi prompt', 'system');
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
    expect([...first, ...second].map(markMatches)).toEqual([4, 3, 2, 1, 0].map((index) => `[ibis] ${index}`));
  });

  it('indexes the longest and most unusual texts', async () => {
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

  it('uses its indexes, and reads few rows and none of other users', async () => {
    const other = await makeAccount(database, { plan: 'professional' });
    const theirs = await makeChat(database, other, 'Theirs');
    for (const [owner, place] of [
      [user, chat],
      [other, theirs],
    ] as const)
      await database.query(
        `insert into public.chat_messages (chat_id, user_id, role, content, origin)
         select $1, $2, 'user', 'filler ' || n, 'import' from generate_series(1, 2000) n`,
        [place, owner.id],
      );
    await database.query('analyze private.message_vectors');
    const plan = (await database.query(
      `explain (analyze, format json) select from private.message_vectors v
       where v.vector @@ (private.search_terms('filler 77') && format('%L', private.owner_word($1))::tsquery)`,
      [user.id],
    )) as [{ 'QUERY PLAN': [{ Plan: Record<string, unknown> }] }];
    const { Plan } = plan[0]['QUERY PLAN'][0];
    // The messages with the numbers 77 and 770 to 779.
    expect(Plan).toMatchObject({ 'Node Type': 'Bitmap Heap Scan', 'Actual Rows': 11 });
    expect(JSON.stringify(Plan)).toContain('message_vectors_vector_idx');
    expect((await search('filler 77')).length).toBe(11);
  });

  it('finds complete words of any age, and prefixes in 2,000 messages and chats', async () => {
    const reader = await makeAccount(database, { plan: 'professional' });
    const pages = await makeChat(database, reader, 'Wisteria');
    const write = (word: string, count: number, age: string) =>
      database.query(
        `insert into public.chat_messages (chat_id, user_id, role, content, origin, created_at)
         select $1, $2, 'assistant', $3, 'import', now() - $4::interval from generate_series(1, $5::int) n`,
        [pages, reader.id, word, age, count],
      );
    await write('gladiolus', 1, '2 days');
    await write('hyacinth', 1999, '1 day');
    const count = async (query: string) => (await search(query, reader)).length;
    expect([await count('gladio'), await count('gladiolus')]).toEqual([1, 1]);
    await write('anemone', 1, '1 hour');
    expect([await count('gladio'), await count('gladiolus'), await count('anem')]).toEqual([0, 1, 1]);
    await database.query(
      `insert into public.chat_history (user_id, title) select $1, 'Aster' from generate_series(1, 2000)`,
      [reader.id],
    );
    expect([await count('wister'), await count('wisteria')]).toEqual([0, 1]);
  });
});
