import { cutGraphemes } from '../../../../../shared/domain/graphemes.ts';

/** Control characters, and direction marks, which can disguise an extension. */
const invisibleCharacters =
  /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;
const maxNameLength = 255;
const maxExtensionLength = 16;

/** Removes the path and invisible characters, and shortens the name to 255 characters. */
export function cleanFileName(name: string): string {
  const clean = name
    .toWellFormed()
    .replace(/^.*[\\/]/s, '')
    .replace(invisibleCharacters, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (/^\.*$/.test(clean)) return 'file';
  if (clean.length <= maxNameLength) return clean;
  const extension = /\.[^.]+$/.exec(clean)?.[0] ?? '';
  const end = extension.length <= maxExtensionLength ? `…${extension}` : '…';
  let count = maxNameLength - end.length;
  let start = cutGraphemes(clean, count).text;
  while (start.length + end.length > maxNameLength) start = cutGraphemes(clean, (count -= 1)).text;
  return start + end;
}

/** Returns the lowercase extension: `pdf` for `Report.PDF`, or an empty string if there is none. */
export const extensionOf = (name: string): string =>
  /[^.]\.([a-z0-9]{1,16})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
