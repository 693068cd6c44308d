import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChatDocument, MessageDocument } from '../../../src/shared/search/documents.ts';
import { toMessageDocument } from '../../../src/shared/search/documents.ts';
import { wordsOf } from '../../../src/shared/search/words.ts';

// Chats in many languages, made from Clover's documents, translations and code. The same seed gives the same chats.

const root = join(import.meta.dirname, '../../..');
const day = 24 * 60 * 60 * 1000;

export interface Corpus {
  readonly chats: readonly ChatDocument[];
  readonly messages: readonly MessageDocument[];
  /** Returns different queries, most of which match at least one text. */
  readonly queries: (count: number) => string[];
}

/** Returns a generator of numbers from 0 to less than 1 (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

async function filesBelow(folder: string, ending: string): Promise<string[]> {
  const names = await readdir(join(root, folder), { recursive: true });
  return names
    .filter((name) => name.endsWith(ending))
    .toSorted()
    .map((name) => join(root, folder, name));
}

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : [];
}

/** Reads paragraphs of English prose, translated texts in seven languages, and functions of code. */
async function readPieces(): Promise<readonly (readonly string[])[]> {
  const read = (files: readonly string[]) => Promise.all(files.map((file) => readFile(file, 'utf8')));
  const [prose, code] = await Promise.all([
    read(await filesBelow('docs', '.md')),
    read(await filesBelow('src/shared', '.ts')),
  ]);
  const languages = await readdir(join(root, 'src/renderer/languages'));
  const translations = await Promise.all(
    languages
      .toSorted()
      .map(async (language) =>
        (await read(await filesBelow(`src/renderer/languages/${language}`, '.json'))).flatMap((text) =>
          stringsOf(JSON.parse(text)),
        ),
      ),
  );
  const paragraphs = (texts: readonly string[]) =>
    texts.flatMap((text) => text.split('\n\n')).filter((text) => text.trim() !== '');
  return [paragraphs(prose), paragraphs(code), ...translations];
}

export async function makeCorpus(size: number, now: number, seed = 1): Promise<Corpus> {
  const random = randomNumbers(seed);
  const pieces = await readPieces();
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const idOf = () =>
    `00000000-0000-4000-8000-${(Math.floor(random() * 2 ** 16) * 2 ** 32 + Math.floor(random() * 2 ** 32))
      .toString(16)
      .padStart(12, '0')}`;
  const timeOf = (from: number) => new Date(from + Math.floor(random() * (now - from))).toISOString();

  const chats: ChatDocument[] = [];
  const messages: MessageDocument[] = [];
  while (messages.length < size) {
    const texts = pick(pieces);
    const id = idOf();
    const createdAt = now - Math.floor(random() ** 2 * 700 * day);
    const count = 2 + Math.floor(random() * 30);
    const written = Array.from({ length: count }, () => timeOf(createdAt)).toSorted();
    chats.push({
      kind: 'chat',
      id,
      title: wordsOf(pick(texts)).slice(0, 8).join(' ') || 'New chat',
      updatedAt: written.at(-1)!,
      isPinned: random() < 0.1,
      isArchived: random() < 0.2,
      projectId: null,
    });
    for (const [place, writtenAt] of written.entries()) {
      const parts = Array.from({ length: 1 + Math.floor(random() ** 2 * 6) }, () => pick(texts));
      messages.push(
        toMessageDocument({
          id: idOf(),
          chatId: id,
          role: place % 2 === 0 ? 'user' : 'assistant',
          content: parts.join('\n\n').slice(0, 8_000) || 'Hello',
          files: [],
          modelId: null,
          writtenAt,
        }),
      );
    }
  }
  return { chats, messages, queries: (amount) => queriesOf(messages, amount, random) };
}

const shapes: readonly ((words: readonly string[], at: number, random: () => number) => string)[] = [
  (words, at) => words[at]!,
  (words, at) => `${words[at]} `,
  (words, at, random) => words[at]!.slice(0, 1 + Math.floor(random() * words[at]!.length)),
  (words, at, random) => `${words[at]} ${words[Math.floor(random() * words.length)]}`,
  (words, at, random) =>
    `${words[at]} ${words[Math.floor(random() * words.length)]} ${words[Math.floor(random() * words.length)]} `,
  (words, at) => `"${words.slice(at, at + 2).join(' ')}"`,
  (words, at) => `"${words.slice(at, at + 3).join(' ')}" ${words[0]}`,
  (words, at, random) => `${words[at]} -${words[Math.floor(random() * words.length)]}`,
  (words, at) => `${words[at]} or ${words[0]}`,
  (words, at) => words.slice(at, at + 3).join('.'),
  (words, at) => words.slice(at, at + 4).join(' '),
  (words, at) => words.slice(at, at + 3).join(''),
  (words, at) => words[at]!.toUpperCase(),
];

function queriesOf(messages: readonly MessageDocument[], count: number, random: () => number): string[] {
  const queries = new Set<string>();
  while (queries.size < count) {
    const { text } = messages[Math.floor(random() * messages.length)]!;
    const words = wordsOf(text ?? '');
    const shape = shapes[queries.size % shapes.length]!;
    if (words.length > 3) queries.add(shape(words, Math.floor(random() * (words.length - 3)), random));
  }
  return [...queries];
}
