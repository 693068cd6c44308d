import type { ChatEngine } from '../chat-context.ts';
import type { AttachedDocument } from './attachment.ts';
import { readDraftFiles, writeDraftFiles } from './draft-files.ts';
import { joinParts } from './reading/reading.ts';

/**
 * Sends only some pages or sheets of a document in a draft.
 *
 * @returns false if none of them has text
 */
export async function chooseParts(
  { drafts, files }: Pick<ChatEngine, 'drafts' | 'files'>,
  draftKey: string,
  file: AttachedDocument,
  numbers: readonly number[],
): Promise<boolean> {
  const opened = await files();
  const parts = await opened.readParts(file);
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
  const replaced = readDraftFiles(drafts, draftKey).map((each) => (each.path === file.path ? changed : each));
  writeDraftFiles(drafts, draftKey, replaced);
  return true;
}

/** The numbers in `1-3, 7`, in order; null if it is anything else, or contains a number beyond the last. */
export function readNumbers(typed: string, last: number): number[] | null {
  const numbers = new Set<number>();
  for (const piece of typed.split(',')) {
    const range = /^\s*(\d{1,6})(?:\s*[-–]\s*(\d{1,6}))?\s*$/.exec(piece);
    if (!range) return null;
    const from = Number(range[1]);
    const to = Number(range[2] ?? range[1]);
    if (from < 1 || to < from || to > last) return null;
    for (let number = from; number <= to; number += 1) numbers.add(number);
  }
  return [...numbers].toSorted((a, b) => a - b);
}

/** `1-3, 7` for 1, 2, 3 and 7. */
export function listNumbers(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const range = ranges.at(-1);
    if (range?.[1] === number - 1) range[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}
