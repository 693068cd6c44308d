import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Message } from '../chat.ts';
import { FileDatabase } from '../attachments/device/file-database.ts';
import { defaultScope } from '../data/search-messages.ts';
import { document, picture } from '../testing/fake-attachments.ts';
import { branchOf, chatRow, messageRow } from '../testing/rows.ts';
import { ChatStore } from './chat-store.ts';
import { AccountDatabase } from './database.ts';
import { findMessages, searchDevice } from './find-messages.ts';
import { excerptOf, termsOf } from './search-terms.ts';

function openStore(): ChatStore {
  const database = new AccountDatabase('ada', () => {});
  onTestFinished(() => database.close());
  return new ChatStore(database);
}
const { signal } = new AbortController();
const marked = (excerpt: string | null) =>
  excerpt?.replaceAll('\u0002', '[').replaceAll('\u0003', ']') ?? null;
const find = (text: string, query: string) => {
  const terms = termsOf(query);
  return terms && marked(excerptOf(text, terms));
};

it('messages are found by the names of their files', async () => {
  const store = openStore();
  const chat = chatRow('named');
  await store.putChats([chat]);
  const attachments = [picture('gewächshaus.png')];
  await store.writeEnd('named', [
    messageRow('n1', 1, null, { chatId: 'named', content: 'Look', attachments }),
  ]);
  const hits = await findMessages(store, 'gewächs', signal);
  expect(hits.map(({ messageId, excerpt }) => [messageId, marked(excerpt)])).toEqual([
    ['n1', 'Look\n[gewächs]haus.png'],
  ]);
});

it('messages are found by the text of their documents if it is on this device', async () => {
  const store = openStore();
  await store.putChats([chatRow('filed')]);
  const attachments = [document('plan.txt', 40), document('elsewhere.txt', 40)];
  await store.writeEnd('filed', [
    messageRow('n1', 1, null, { chatId: 'filed', content: '', attachments }),
    messageRow('n2', 2, 'n1', { chatId: 'filed', content: 'Nothing' }),
  ]);
  const files = new FileDatabase('ada');
  onTestFinished(() => files.close());
  const text = `${'Rows of beans. '.repeat(20)}The shed key is under the third pot.`;
  await files.write(attachments[0]!.path, { blob: new Blob([text]), text }, true);
  const hits = await searchDevice('ada', store, 'shed key', signal, defaultScope);
  expect(hits.map(({ messageId }) => messageId)).toEqual(['n1']);
  expect(marked(hits[0]?.excerpt ?? null)).toContain('The [shed] [key] is under');
});

it('the text of a document is loaded once, without its pages and bytes', async () => {
  const store = openStore();
  await store.putChats([chatRow('paged')]);
  const attachments = [document('plan.pdf', 40)];
  await store.writeEnd('paged', [
    messageRow('n1', 1, null, { chatId: 'paged', content: '', attachments }),
    messageRow('n2', 2, 'n1', { chatId: 'paged', content: 'Nothing' }),
  ]);
  const files = new FileDatabase('ada');
  onTestFinished(() => files.close());
  const text = 'The shed key is under the third pot.';
  const parts = [1, 2].map((number) => ({ number, name: null, text }));
  await files.write(attachments[0]!.path, { blob: new Blob([text]), text, parts }, true);
  const get = vi.spyOn(IDBObjectStore.prototype, 'get');
  await searchDevice('ada', store, 'shed key', signal, defaultScope);
  const loaded = get.mock.results.map(({ value }) => JSON.stringify((value as IDBRequest).result));
  expect(loaded.join('').split(text)).toHaveLength(2);
  expect(loaded.filter((row) => row.includes(attachments[0]!.path))).toHaveLength(1);
});

describe('searching a text', () => {
  it.each([
    ['White clover feeds bees', 'clover white', '[White] [clover] feeds bees'],
    ['White clover feeds bees', 'CLOV', 'White [clov]er feeds bees'],
    ['use React.useState here', 'react.usestate', 'use [React.useState] here'],
    ['say "good night" now', '"good night"', 'say "[good night]" now'],
    ['今天天气很好', '天气', '今天[天气]很好'],
    ['Über den Wolken', 'über', '[Über] den Wolken'],
    ['a+b (c)', '(c', 'a+b ([c])'],
    ['White clover', 'bees or clover', 'White [clover]'],
  ])('finds %j by %j', (text, query, excerpt) => expect(find(text, query)).toBe(excerpt));

  it.each([
    ['White clover', 'clover red'],
    ['White clovers', 'clover white'],
    ['good old night', '"good night"'],
    ['White clover', 'clover -white'],
    ['White clover', '-white'],
    ['White clover', 'bees or clover -white'],
    ['White clover', '  "" -'],
  ])('does not find %j by %j', (text, query) => expect(find(text, query)).toBeNull());

  it('shows the text around the match, without the marks that the text itself contains', () => {
    const excerpt = find(`${'before '.repeat(50)}\u0002clover ${'after '.repeat(50)}`, 'clover') ?? '';
    expect(excerpt).toContain('before [clover] after');
    expect(excerpt.length).toBeLessThan(220);
  });
});

describe('searching this device', () => {
  it('finds titles and messages but no system prompts, most recently changed chats first', async () => {
    const store = openStore();
    const chats = [
      chatRow('old', { title: 'Meadow', updatedAt: '2026-11-01T00:00:00+00:00' }),
      chatRow('new', { title: 'Clover and bees', updatedAt: '2026-11-02T00:00:00+00:00' }),
    ];
    await store.writeChats({ chats, changedAfter: null });
    const say = (id: string, chatId: string, content: string, more: Partial<Message> = {}) =>
      messageRow(id, 1, null, { chatId, content, ...more });
    await store.writeEnd('old', [say('m1', 'old', 'Clover grows')]);
    await store.writeEnd('new', [
      say('m2', 'new', 'About clover', { role: 'system', versions: [] }),
      say('m3', 'new', 'Is it clover?', { seq: 2, parentId: 'm2' }),
    ]);
    const hits = await findMessages(store, 'clover', signal);
    expect(hits.map(({ chatId, messageId }) => [chatId, messageId])).toEqual([
      ['new', null],
      ['new', 'm3'],
      ['old', 'm1'],
    ]);
    expect(hits[1]).toEqual({
      chatId: 'new',
      title: 'Clover and bees',
      messageId: 'm3',
      excerpt: 'Is it \u0002clover\u0003?',
      writtenAt: '2026-11-01T00:00:00+00:00',
      isArchived: false,
    });
  });

  it('stops when the search is aborted', async () => {
    const store = openStore();
    await store.writeChats({ chats: [chatRow('chat')], changedAfter: null });
    const controller = new AbortController();
    controller.abort();
    await expect(findMessages(store, 'text', controller.signal)).rejects.toThrow('aborted');
  });

  it.each([
    ['20 chats with 50 messages', 20, 50],
    ['one chat with 2,000 messages', 1, 2_000],
  ])('searches %s', async (_what, chats, messages) => {
    const store = openStore();
    const rows = Array.from({ length: chats }, (_, index) => chatRow(`c${index}`));
    await store.writeChats({ chats: rows, changedAfter: null });
    for (const { id } of rows) {
      const branch = branchOf(messages, id).map((row) => ({
        ...row,
        content: `${row.content} ${'word '.repeat(150)}`,
      }));
      await store.writeEnd(id, branch);
    }
    const start = performance.now();
    expect(await findMessages(store, 'absent', signal)).toEqual([]);
    // jsdom copies rows far more slowly than a browser. e2e/web/offline.spec.ts measures the time in a browser.
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});
