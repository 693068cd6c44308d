import type { Query, Term } from './parse-query.ts';
import type { TextIndex } from './text-index.ts';

export type Matcher = (text: number) => boolean;

/**
 * Returns the ids of the words that a word of the query matches: the word itself or, for a prefix, all words that begin
 * with it.
 */
export function matchingIds({ vocabulary }: TextIndex, term: Term, place: number): readonly number[] {
  const word = term.words[place] ?? '';
  if (term.isPrefix && place === term.words.length - 1) return vocabulary.startingWith(word);
  const id = vocabulary.find(word);
  return id === undefined ? [] : [id];
}

export function matcherOf(index: TextIndex, query: Query): Matcher {
  const matchers = query.map((terms) => alternativeMatcher(index, terms));
  const [only] = matchers;
  return matchers.length === 1 && only ? only : (text) => matchers.some((fits) => fits(text));
}

/** Counts the required words in each text, so that phrases are searched only in texts that contain all of them. */
function alternativeMatcher(index: TextIndex, terms: readonly Term[]): Matcher {
  const counts = new Uint16Array(index.size);
  const idsByTerm = new Map(
    terms.map((term) => [term, term.words.map((_word, place) => matchingIds(index, term, place))]),
  );
  let requiredCount = 0;
  for (const [{ isExcluded }, words] of idsByTerm) {
    if (isExcluded) continue;
    for (const ids of words) {
      for (const id of ids)
        index.forEachText(id, (text) => {
          if (counts[text] === requiredCount) counts[text] = requiredCount + 1;
        });
      requiredCount += 1;
    }
  }
  const phrases: { readonly steps: readonly ReadonlySet<number>[]; readonly isExcluded: boolean }[] = [];
  for (const [{ isExcluded }, words] of idsByTerm) {
    const [ids = []] = words;
    if (words.length > 1) phrases.push({ steps: words.map((each) => new Set(each)), isExcluded });
    else if (isExcluded)
      for (const id of ids) index.forEachText(id, (text) => void (counts[text] = requiredCount + 1));
  }
  return (text) =>
    counts[text] === requiredCount &&
    phrases.every(({ steps, isExcluded }) => index.hasSequence(text, steps) !== isExcluded);
}
