import { cutGraphemes } from '../../../../../shared/domain/graphemes.ts';

/** Invisible characters: control characters, and those that set the direction, which can disguise an extension. */
const invisible = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;
const longest = 255;
const longestExtension = 16;

/** A file's name as it is shown and stored: without a path and invisible characters, at most 255 characters. */
export function cleanFileName(name: string): string {
  const clean = name
    .toWellFormed()
    .replace(/^.*[\\/]/s, '')
    .replace(invisible, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (/^\.*$/.test(clean)) return 'file';
  if (clean.length <= longest) return clean;
  const extension = /\.[^.]+$/.exec(clean)?.[0] ?? '';
  const end = extension.length <= longestExtension ? `…${extension}` : '…';
  let count = longest - end.length;
  let start = cutGraphemes(clean, count).text;
  while (start.length + end.length > longest) start = cutGraphemes(clean, (count -= 1)).text;
  return start + end;
}

/** `pdf` of `Report.PDF`; empty without one. */
export const extensionOf = (name: string): string =>
  /[^.]\.([a-z0-9]{1,16})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
