/** Separates the pages, slides or sheets of a text. */
export const pageBreak = '\f';

/** Returns the text for showing and sending. Each page begins with its name. */
export const withoutBreaks = (text: string): string => text.replaceAll(pageBreak, '\n\n');

/** A part of a text that is found and sent as a unit. */
export interface Chunk {
  /** The start and the end in the text. */
  readonly from: number;
  readonly to: number;
  /** The number of the page, slide or sheet. Null if the text has none. */
  readonly page: number | null;
  /** The number of the first line, counted on the page or in a text without pages. */
  readonly line: number;
}

/** The maximum length, in characters. */
const longest = 900;
/** If less than this remains of a page, it becomes part of the previous chunk. */
const shortest = 200;

const ends = [/\n\s*\n/g, /[.!?…](?=\s)|[。！？]/g, /\n/g, /\s/g];

/** Returns the end of the first chunk: after a paragraph, otherwise after a sentence, a line or a word. */
function endOf(text: string): number {
  const window = text.slice(0, longest);
  for (const end of ends) {
    const last = [...window.matchAll(end)].at(-1);
    if (last && last.index >= longest / 2) return last.index + last[0].length;
  }
  // Don't split a surrogate pair.
  return /[\ud800-\udbff]$/.test(window) ? longest - 1 : longest;
}

function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** Splits a text at paragraphs and sentences, never across pages. */
export function chunksOf(text: string): Chunk[] {
  const hasPages = text.includes(pageBreak);
  const chunks: Chunk[] = [];
  let start = 0;
  for (const [index, page] of text.split(pageBreak).entries()) {
    let line = 1;
    for (let from = 0; from < page.length;) {
      const rest = page.slice(from);
      const length = rest.length <= longest + shortest ? rest.length : endOf(rest);
      const chunk = rest.slice(0, length);
      const blank = /^\s*/.exec(chunk)?.[0] ?? '';
      if (blank.length < chunk.length)
        chunks.push({
          from: start + from + blank.length,
          to: start + from + chunk.trimEnd().length,
          page: hasPages ? index + 1 : null,
          line: line + countLines(blank),
        });
      line += countLines(chunk);
      from += length;
    }
    start += page.length + 1;
  }
  return chunks;
}

/** Joins the pages of a document. Pages without text are kept empty, so that the others keep their numbers. */
export function joinPages(pages: readonly { readonly number: number; readonly text: string }[]): string {
  const texts: string[] = [];
  for (const { number, text } of pages) texts[number - 1] = text.replaceAll(pageBreak, '\n');
  return Array.from(texts, (text) => text ?? '').join(pageBreak);
}
