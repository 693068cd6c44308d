import { image } from '../read-time.ts';

/** Voices stop in the middle of long texts; sentences up to this length are read whole. */
const LONGEST_PIECE = 200;

/** Its marks are counted to an end: a line of nothing else would be read once for each of them. */
const fence = /^ {0,3}(`{3,99}(?!`)|~{3,99}(?!~))[^\n]*\n[\s\S]*?(?:\n {0,3}\1[^\n]*(?=\n|$)|(?![\s\S]))/gm;

/** A reply as one would read it out: no code blocks, pictures, addresses or marks of formatting. */
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

/** The pieces in which a text is read, each a few sentences at most. */
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
