import type { ChatEngine } from '../chat-context.ts';
import type { AttachedDocument } from './attachment.ts';
import { readDraftFiles, writeDraftFiles } from './draft-files.ts';
import { joinParts } from './reading/reading.ts';

type ChangeChoice = (chosen: readonly number[]) => readonly number[];

/** Changes run one after the other, because each one starts from the previous selection. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Changes which pages, slides or sheets of a document in a draft are sent.
 *
 * @returns false if none of the chosen parts has text; the selection is then unchanged
 */
export function chooseParts(
  engine: Pick<ChatEngine, 'drafts' | 'files'>,
  draftKey: string,
  path: string,
  change: ChangeChoice,
): Promise<boolean> {
  const result = last.then(() => choose(engine, draftKey, path, change));
  last = result.catch(() => undefined);
  return result;
}

async function choose(
  { drafts, files }: Pick<ChatEngine, 'drafts' | 'files'>,
  draftKey: string,
  path: string,
  change: ChangeChoice,
): Promise<boolean> {
  const file = readDraftFiles(drafts, draftKey).find((each) => each.path === path);
  if (file?.kind !== 'document') return false;
  const opened = await files();
  const parts = await opened.readParts(file);
  const numbers = change(file.chosen ?? parts.map(({ number }) => number));
  const included = parts.filter(({ number }) => numbers.includes(number));
  if (included.length === 0) return false;
  const text = joinParts(included);
  await opened.rewrite(file, text);
  const { chosen: _, allPages = parts.length, ...facts } = file;
  const isAll = included.length === parts.length;
  const changed: AttachedDocument = {
    ...facts,
    allPages,
    pages: isAll ? allPages : included.length,
    textLength: text.length,
    ...(!isAll && { chosen: included.map(({ number }) => number) }),
  };
  const replaced = readDraftFiles(drafts, draftKey).map((each) => (each.path === path ? changed : each));
  writeDraftFiles(drafts, draftKey, replaced);
  return true;
}

/** NFKC converts full-width digits (as in Japanese and Chinese text), but not Arabic-Indic digits. */
const arabicDigit = (digit: string): string => String(digit.charCodeAt(0) - 0x660);

/**
 * Parses page numbers such as `1-3, 7` or `１～３、７` and returns them in order. Null if the text is invalid or a number
 * exceeds `last`.
 */
export function readNumbers(typed: string, last: number): number[] | null {
  const numbers = new Set<number>();
  const plain = typed.normalize('NFKC').replace(/[٠-٩]/gu, arabicDigit);
  for (const piece of plain.split(/[,،、]/u)) {
    const range = /^\s*(\d{1,6})(?:\s*[-–~〜ー]\s*(\d{1,6}))?\s*$/.exec(piece);
    if (!range) return null;
    const from = Number(range[1]);
    const to = Number(range[2] ?? range[1]);
    if (from < 1 || to < from || to > last) return null;
    for (let number = from; number <= to; number += 1) numbers.add(number);
  }
  return [...numbers].toSorted((a, b) => a - b);
}

/** Formats 1, 2, 3 and 7 as `1-3, 7`. */
export function listNumbers(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const range = ranges.at(-1);
    if (range?.[1] === number - 1) range[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}
