import { expect, it } from 'vitest';
import { Drafts } from '../drafts.ts';
import type { AttachedDocument } from './attachment.ts';
import type { ChatFiles } from './chat-files.ts';
import { chooseParts, listNumbers, readNumbers } from './choose-parts.ts';
import { readDraftFiles, writeDraftFiles } from './draft-files.ts';

it('applies quick changes one after the other, both to the text and to the attachment', async () => {
  const drafts = new Drafts();
  const file: AttachedDocument = {
    id: crypto.randomUUID(),
    path: 'a-user/a-file.xlsx',
    kind: 'document',
    name: 'file.xlsx',
    mediaType: 'text/csv',
    size: 10,
    pages: 3,
    textLength: 30,
    allPages: 3,
  };
  writeDraftFiles(drafts, 'a-chat', [file]);
  let text = '';
  const files = {
    readParts: async () =>
      [1, 2, 3].map((number) => ({ number, name: `Sheet ${number}`, text: `Text ${number}` })),
    rewrite: async (_file: unknown, part: string) => void (text = part),
  } as unknown as ChatFiles;
  const engine = { drafts, files: async () => files };
  const remove = (number: number) =>
    chooseParts(engine, 'a-chat', file.path, (chosen) => chosen.filter((other) => other !== number));

  expect(await Promise.all([remove(1), remove(3)])).toEqual([true, true]);
  expect(readDraftFiles(drafts, 'a-chat')).toMatchObject([
    { chosen: [2], pages: 1, textLength: text.length },
  ]);
  expect(text).toContain('Text 2');
  expect(text).not.toMatch(/Text [13]/);
  expect(await remove(2)).toBe(false);
  expect(readDraftFiles(drafts, 'a-chat')).toMatchObject([{ chosen: [2] }]);
});

it.each([
  ['1-3, 7', [1, 2, 3, 7]],
  [' 7,2 – 3 ,2', [2, 3, 7]],
  ['12', [12]],
  ['１－３、７', [1, 2, 3, 7]],
  ['2〜3，7', [2, 3, 7]],
  ['١-٣، ٧', [1, 2, 3, 7]],
])('reads the pages %j', (typed, numbers) => expect(readNumbers(typed, 12)).toEqual(numbers));

it.each(['', '1,', 'all', '3-1', '0', '13', '1-99999999'])('refuses the pages %j', (typed) =>
  expect(readNumbers(typed, 12)).toBeNull(),
);

it('formats page numbers as ranges', () => {
  expect(listNumbers([1, 2, 3, 7, 9, 10])).toBe('1-3, 7, 9-10');
});
