import { describe, expect, it } from 'vitest';
import { ChatIndex } from './chat-index.ts';
import { type ChatDocument, type SourceMessage, toMessageDocument } from './documents.ts';
import type { SearchFilter } from './search-filter.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const everything: SearchFilter = {
  since: null,
  before: null,
  model: null,
  hasCode: false,
  state: 'all',
  project: null,
};

const chat = (id: string, more: Partial<ChatDocument> = {}): ChatDocument => ({
  kind: 'chat',
  id,
  title: `Chat ${id}`,
  updatedAt: '2026-11-20T10:00:00Z',
  isPinned: false,
  isArchived: false,
  projectId: null,
  ...more,
});
const message = (id: string, chatId: string, content: string, more: Partial<SourceMessage> = {}) =>
  toMessageDocument({
    id,
    chatId,
    content,
    role: 'user',
    files: [],
    modelId: null,
    writtenAt: '2026-11-20T10:00:00Z',
    ...more,
  });

const indexOf = (...documents: readonly Parameters<ChatIndex['put']>[0][]) => {
  const index = new ChatIndex();
  for (const document of documents) index.put(document);
  return index;
};
/** Returns the ids of found messages, or of chats whose titles match. */
const find = (index: ChatIndex, query: string, filter: Partial<SearchFilter> = {}, most = 30) =>
  index
    .search(query, { ...everything, ...filter }, most, now)
    .map(({ chat: found, message: match }) => match?.id ?? found.id);

describe('an index of chats', () => {
  it('finds titles before messages, newer before older, short before long', () => {
    const index = indexOf(
      chat('a', { title: 'Tending wisteria' }),
      chat('b'),
      message('old', 'b', 'Wisteria', { writtenAt: '2025-11-20T10:00:00Z' }),
      message('long', 'b', `Wisteria ${'and more '.repeat(50)}`),
      message('short', 'b', 'Wisteria'),
    );
    expect(find(index, 'wisteria')).toEqual(['a', 'short', 'long', 'old']);
    expect(find(index, 'wisteria', {}, 2)).toEqual(['a', 'short']);
  });

  it('prefers words that are close to each other', () => {
    const index = indexOf(
      chat('a'),
      message('far', 'a', `clover ${'x '.repeat(30)} bees`),
      message('near', 'a', `clover bees ${'x '.repeat(30)}`),
    );
    expect(find(index, 'bees clover ')).toEqual(['near', 'far']);
  });

  it('finds phrases, excludes words and phrases, and combines alternatives', () => {
    const index = indexOf(
      chat('a'),
      message('hot', 'a', 'strong black tea, hot', { writtenAt: '2026-11-19T10:00:00Z' }),
      message('cold', 'a', 'black tea that is strong, cold'),
    );
    expect(find(index, '"strong black"')).toEqual(['hot']);
    expect(find(index, 'tea -hot')).toEqual(['cold']);
    expect(find(index, 'tea -"strong black" ')).toEqual(['cold']);
    expect(find(index, '-cold', { before: now })).toContain('hot');
    expect(find(index, 'hot or cold').toSorted()).toEqual(['cold', 'hot']);
    expect(find(index, 'tea unknown')).toEqual([]);
  });

  it('finds files by their names and texts, and no system prompts', () => {
    const files = [
      { name: 'gewächshaus.png', text: null },
      { name: 'plan.txt', text: 'The shed key' },
    ];
    const index = indexOf(
      chat('a'),
      message('files', 'a', '', { files }),
      message('prompt', 'a', 'The shed', { role: 'system' }),
    );
    expect(find(index, 'gewächs')).toEqual(['files']);
    expect(find(index, 'shed key')).toEqual(['files']);
    expect(find(index, 'shed')).toEqual(['files']);
  });

  it('shares the searched length between documents', () => {
    const long = 'filler '.repeat(20_000);
    const file = (name: string, text: string) => ({ name, text });
    const files = [file('one', `${long}early`), file('two', `late ${long}`)];
    const index = indexOf(chat('a'), message('files', 'a', '', { files }));
    expect(find(index, 'late')).toEqual(['files']);
    expect(find(index, 'early')).toEqual([]);
  });
});

describe('the filters of a search', () => {
  const index = indexOf(
    chat('code', { isPinned: true, projectId: 'p', updatedAt: '2026-11-20T10:00:00Z' }),
    message('m1', 'code', 'clover ```js```', { modelId: 'gpt' }),
    chat('old', { isArchived: true, updatedAt: '2026-11-10T10:00:00Z' }),
    message('m2', 'old', 'clover', { writtenAt: '2026-11-01T10:00:00Z' }),
  );
  it.each<[string, Partial<SearchFilter>, string[]]>([
    ['everything', {}, ['m1', 'm2']],
    ['archived chats', { state: 'archived' }, ['m2']],
    ['chats that are not archived', { state: 'listed' }, ['m1']],
    ['pinned chats', { state: 'pinned' }, ['m1']],
    ['chats of a project', { project: 'p' }, ['m1']],
    ['chats with code', { hasCode: true }, ['m1']],
    ['chats in which a model answered', { model: 'gpt' }, ['m1']],
    ['messages before a time', { before: Date.parse('2026-11-15') }, ['m2']],
    ['messages since a time', { since: Date.parse('2026-11-05') }, ['m1']],
  ])('find %s', (_what, filter, found) => expect(find(index, 'clover', filter).toSorted()).toEqual(found));
});

describe('changes of an index', () => {
  it('replaces titles and messages, in any order', () => {
    const index = indexOf(message('m', 'a', 'larch'), chat('a', { title: 'Larch' }));
    expect(find(index, 'larch').toSorted()).toEqual(['a', 'm']);
    index.put(chat('a', { title: 'Alder' }));
    index.put(message('m', 'a', 'alder'));
    expect(find(index, 'larch')).toEqual([]);
    expect(find(index, 'alder').toSorted()).toEqual(['a', 'm']);
    index.put(chat('a', { title: 'Alder', isArchived: true }));
    expect(find(index, 'alder', { state: 'listed' })).toEqual([]);
  });

  it('moves a message to another chat', () => {
    const index = indexOf(chat('a'), chat('b', { isPinned: true }), message('m', 'a', 'larch'));
    index.put(message('m', 'b', 'larch'));
    expect(find(index, 'larch')).toEqual(['m']);
    expect(find(index, 'larch', { state: 'pinned' })).toEqual(['m']);
    index.remove('a');
    expect(find(index, 'larch')).toEqual(['m']);
  });

  it('finds no messages of a chat that has not been added yet', () =>
    expect(find(indexOf(message('m', 'a', 'larch')), 'larch')).toEqual([]));

  it('removes messages, and chats with their messages', () => {
    const index = indexOf(
      chat('a', { title: 'Larch' }),
      message('m', 'a', 'larch'),
      message('n', 'a', 'larch'),
    );
    index.remove('m');
    expect(find(index, 'larch').toSorted()).toEqual(['a', 'n']);
    index.remove('a');
    index.remove('unknown');
    expect(find(index, 'larch')).toEqual([]);
    expect([...index.documents()]).toEqual([]);
    expect(index.size).toBe(0);
  });

  it('finds the same after many replacements', () => {
    const index = indexOf(chat('a'), message('m', 'a', 'larch'), message('n', 'a', 'larch again'));
    for (let change = 0; change < 2_500; change += 1) index.put(message('o', 'a', `version ${change}`));
    expect(find(index, 'larch ')).toEqual(['m', 'n']);
    expect(find(index, 'version 2499 ')).toEqual(['o']);
    expect(find(index, 'version 1499 ')).toEqual([]);
  });

  it('finds prefixes of words that were added later', () => {
    const words = Array.from({ length: 3_000 }, (_, each) => `word${each}x`).join(' ');
    const index = indexOf(chat('a'), message('m', 'a', words), message('n', 'a', 'zebra'));
    expect(find(index, 'word1')).toEqual(['m']);
    index.put(message('o', 'a', 'zebroid'));
    expect(find(index, 'zeb').toSorted()).toEqual(['n', 'o']);
  });
});
