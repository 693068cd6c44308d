import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { Database } from '../../src/service/database/database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { wordsOf } from '../../src/shared/search/words.ts';
import { type Account, makeAccount } from './testing/accounts.ts';
import { compareSearch, indexCorpus, storeCorpus } from './testing/compare-search.ts';
import { type Corpus, makeCorpus } from './testing/search-corpus.ts';

// `npm run prove -- device-search` compares more queries.
const queries = 60;

describeSchema('the search on a device', (open) => {
  let database: Database;
  let user: Account;
  let corpus: Corpus;
  beforeAll(async () => {
    database = await open({ migrated: true });
    user = await makeAccount(database, { plan: 'professional' });
    corpus = await makeCorpus(600, Date.now());
    await storeCorpus(database, user, corpus);
  });

  const servicesWordsOf = async (text: string) => {
    const [row] = await database.query<{ readonly words: readonly string[] }>(
      `select tsvector_to_array(to_tsvector('pg_catalog.simple', private.split_words($1))) as words`,
      [text],
    );
    return row?.words.toSorted();
  };

  it('finds the same as the service, in the same order', async () => {
    const index = indexCorpus(corpus);
    let found = 0;
    let agreement = 0;
    for (const query of corpus.queries(queries)) {
      // oxlint-disable-next-line no-await-in-loop -- one database
      const compared = await compareSearch(database, user, index, query);
      found += Number(compared.service.length > 0);
      agreement += compared.agreement / queries;
    }
    expect(found).toBeGreaterThan(queries * 0.8);
    expect(agreement).toBeGreaterThanOrEqual(0.95);
  });

  it.each([
    'React.useState(src/app.tsx) a:b',
    '因为我爱 TypeScript สวัสดี ครับ ひらがな',
    'e\u0301te\u0301 « noël » ΟΔΟΣ İstanbul ЛИПА',
    '12e4ab 7f x1e5y 550e8400-e29b 1.5e-3 -7',
    'snake_case, don’t; 👍🏽 𝒳y \u0001a\u0003 \u200bz',
    'me@example.com https://example.com/a?b=c <b>bold</b> &amp;',
  ])('splits %j into the same words', async (text) => {
    expect([...new Set(wordsOf(text))].toSorted()).toEqual(await servicesWordsOf(text));
  });

  it('skips the same long words', async () => {
    const text = `a ${'é'.repeat(1_024)} ${'é'.repeat(1_023)}`;
    expect(wordsOf(text).toSorted()).toEqual(await servicesWordsOf(text));
  });

  it.each([
    '- -clover',
    'clover:white!meadow ',
    '-(clover) white',
    'white . ',
    'white or ! ',
    'or clover or',
    'clover or-white ',
  ])('reads the query %j in the same way', async (query) => {
    const texts = ['clover', 'white', 'meadow', 'white clover meadow', 'or clover', 'clover or white'];
    const chat = { ...corpus.chats[0]!, id: randomUUID(), title: 'Signs' };
    const messages = texts.map((text, place) => ({
      ...corpus.messages[0]!,
      id: randomUUID(),
      chatId: chat.id,
      text,
      writtenAt: new Date(Date.now() - place * 60_000).toISOString(),
    }));
    const small = { ...corpus, chats: [chat], messages };
    const other = await makeAccount(database, { plan: 'professional' });
    await storeCorpus(database, other, small);
    const { service, device } = await compareSearch(database, other, indexCorpus(small), query);
    expect(service.length).toBeGreaterThan(0);
    expect(device).toEqual(service);
  });
});
