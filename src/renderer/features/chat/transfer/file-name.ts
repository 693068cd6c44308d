import { cutGraphemes } from '../../../../shared/domain/graphemes.ts';
import { transcriptFileName } from '../../../../shared/domain/transcript.ts';

/**
 * Characters that some operating systems reject, and invisible ones: control characters and direction marks.
 */
const unsafeCharacters = /[\\/:*?"<>|\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** The maximum length of the title in bytes. Operating systems allow 255 for the whole name. */
const MAX_TITLE_BYTES = 180;

/**
 * Returns a file name that is valid on every operating system, such as `Title 2026-11-22.md`. Because of the
 * date, even reserved names such as CON are valid.
 */
export function chatFileName(title: string, date: Date, extension: string): string {
  const words = title
    .replace(unsafeCharacters, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[ .]+|[ .]+$/g, '');
  let length = 60;
  let name = cutGraphemes(words, length).text;
  while (new TextEncoder().encode(name).length > MAX_TITLE_BYTES)
    name = cutGraphemes(words, (length -= 1)).text;
  const day = /\d{4}-\d\d-\d\d/.exec(transcriptFileName(date))?.[0] ?? '';
  return `${name.trim() || 'chat'} ${day}.${extension}`;
}
