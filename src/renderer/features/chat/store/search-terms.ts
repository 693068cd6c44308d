import { parseQuery, type Term } from '../../../../shared/search/parse-query.ts';

/** A text matches if it contains all required terms of one alternative, and none of its excluded ones. */
export interface SearchTerms {
  readonly alternatives: readonly {
    readonly required: readonly RegExp[];
    readonly excluded: readonly RegExp[];
  }[];
  /** Matches any of the required terms. */
  readonly any: RegExp;
}

/** Matches scripts without spaces between words. In these, a term may start and end within other text. */
const unspacedScripts = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]/u;
/** The characters that the service puts around a match (marked-pieces.ts). */
const [BEGIN, END] = ['\u0002', '\u0003'];

/** Parses a query in the same way as the service. Null if it requires no words. */
export function termsOf(query: string): SearchTerms | null {
  const alternatives = parseQuery(query) ?? [];
  const required = alternatives.flat().filter(({ isExcluded }) => !isExcluded);
  if (required.length === 0) return null;
  return {
    alternatives: alternatives.map((terms) => ({
      required: patternsOf(terms.filter(({ isExcluded }) => !isExcluded)),
      excluded: patternsOf(terms.filter(({ isExcluded }) => isExcluded)),
    })),
    any: new RegExp(required.map(sourceOf).join('|'), 'giu'),
  };
}

const patternsOf = (terms: readonly Term[]) => terms.map((term) => new RegExp(sourceOf(term), 'iu'));

function sourceOf({ words, isPrefix }: Term): string {
  const begin = unspacedScripts.test(words[0] ?? '') ? '' : '(?<![\\p{L}\\p{N}])';
  const end = isPrefix || unspacedScripts.test(words.at(-1) ?? '') ? '' : '(?![\\p{L}\\p{N}])';
  const joined = words.reduce((source, word, place) => {
    const areLetters = unspacedScripts.test(word) || unspacedScripts.test(words[place - 1] ?? '');
    return `${source}[^\\p{L}\\p{N}]{${areLetters ? 0 : 1},3}${word}`;
  });
  return `${begin}${joined}${end}`;
}

const EXCERPT_LEAD = 40;
const EXCERPT_LENGTH = 200;

/** Returns the text around the first match, with all matches marked. Null if the text doesn't match. */
export function excerptOf(text: string, terms: SearchTerms): string | null {
  const isMatch = terms.alternatives.some(
    ({ required, excluded }) =>
      required.every((term) => term.test(text)) && !excluded.some((term) => term.test(text)),
  );
  return isMatch ? excerptAround(text, terms) : null;
}

/** Returns the text around the first required term, with all of them marked. If it has none, returns its beginning. */
export function excerptAround(text: string, terms: SearchTerms | null): string {
  const first = Math.max(terms ? text.search(terms.any) : 0, 0);
  // The excerpt starts after a space, so that no character is split.
  const start = first <= EXCERPT_LEAD ? 0 : text.indexOf(' ', first - EXCERPT_LEAD) + 1 || first;
  const near = text
    .slice(Math.min(start, first), Math.min(start, first) + EXCERPT_LENGTH)
    .replaceAll(BEGIN, '')
    .replaceAll(END, '')
    .toWellFormed();
  return terms ? near.replaceAll(terms.any, `${BEGIN}$&${END}`) : near;
}
