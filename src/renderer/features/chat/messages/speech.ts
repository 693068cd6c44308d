import { image } from '../read-time.ts';

/** Voices may stop in long utterances, so each has at most this many characters. */
const LONGEST_PIECE = 200;

/** Repetitions are limited, otherwise a line of marks would take quadratic time. */
const fence = /^ {0,3}(`{3,99}(?!`)|~{3,99}(?!~))[^\n]*\n[\s\S]*?(?:\n {0,3}\1[^\n]*(?=\n|$)|(?![\s\S]))/gm;

/** A reply as plain text to read aloud: without code blocks, images, addresses and formatting. */
export function speakable(markdown: string): string {
  return markdown
    .replace(fence, '')
    .replace(image, '')
    .replace(/\[([^[\]\n]*)\]\((?:[^()\n]|\([^()\n]*\))*\)/g, '$1')
    .replace(/^ {0,3}(?:#{1,6}|>|[-*+]|\|)\s+/gm, '')
    .replace(/[*_~`|]+/g, ' ')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n\s*/g, '\n')
    .trim();
}

/** Utterances of a few sentences each. */
export function speechPieces(text: string): string[] {
  const pieces: string[] = [];
  for (const sentence of text.match(/[^.!?\n]+[.!?\n]*|[.!?\n]+/g) ?? []) {
    const last = pieces.at(-1);
    if (last !== undefined && last.length + sentence.length <= LONGEST_PIECE)
      pieces[pieces.length - 1] += sentence;
    else pieces.push(sentence);
  }
  return pieces.map((piece) => piece.trim()).filter((piece) => piece !== '');
}
