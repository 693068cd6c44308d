import { fitGraphemes } from './graphemes.ts';

/** The limits of one saved prompt. The database enforces them. */
export const promptLimits = { nameLength: 60, titleLength: 200, textBytes: 65_536 } as const;

export interface PromptContent {
  /** Typed after a slash to insert the prompt. */
  readonly name: string;
  /** Empty if the prompt has none. */
  readonly title: string;
  readonly text: string;
}

/** A name has no spaces, because a space ends it, and no slashes, because a path is not a name. */
export const promptNamePattern = /^[^\s/{}]+$/u;

/** Turns any text into a name. Empty if nothing remains. */
export function toPromptName(text: string): string {
  const words = text
    .normalize('NFC')
    .trim()
    .replaceAll(/[\s/{}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
  return fitGraphemes(words, promptLimits.nameLength).replace(/-+$/, '');
}

/** Returns the name, with a number if it is taken. Names that differ only in case are the same. */
export function freePromptName(name: string, taken: Iterable<string>): string {
  const names = new Set([...taken].map((each) => each.toLowerCase()));
  for (let number = 2, free = name; ; number += 1) {
    if (!names.has(free.toLowerCase())) return free;
    const end = `-${number}`;
    free = fitGraphemes(name, promptLimits.nameLength - end.length) + end;
  }
}

export type PromptFault = 'no-name' | 'bad-name' | 'long-name' | 'long-title' | 'no-text' | 'long-text';

export const promptFaultMessages = {
  'no-name': 'Enter a name.',
  'bad-name': "A name can't contain spaces, slashes or braces.",
  'long-name': 'A name can have at most 60 characters.',
  'long-title': 'A title can have at most 200 characters.',
  'no-text': 'Enter the text.',
  'long-text': 'A text can have at most 64 kB.',
} as const satisfies Readonly<Record<PromptFault, string>>;

/** Returns why a prompt can't be saved, or null. */
export function promptFaultOf({ name, title, text }: PromptContent): PromptFault | null {
  if (name === '') return 'no-name';
  if (!promptNamePattern.test(name)) return 'bad-name';
  if (countCharacters(name) > promptLimits.nameLength) return 'long-name';
  if (countCharacters(title) > promptLimits.titleLength) return 'long-title';
  if (text.trim() === '') return 'no-text';
  return new TextEncoder().encode(text).length > promptLimits.textBytes ? 'long-text' : null;
}

/** Counts characters like the database, not UTF-16 units. */
const countCharacters = (text: string): number => text.match(/./gsu)?.length ?? 0;
