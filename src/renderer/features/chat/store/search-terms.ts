/** The terms that a text must contain, and those that it must not contain. */
export interface SearchTerms {
  readonly required: readonly RegExp[];
  readonly excluded: readonly RegExp[];
  /** Matches any of the required terms. */
  readonly any: RegExp;
}

/** Matches quoted phrases and single words. A leading minus excludes them. */
const typedTerms = /(?<minus>-?)(?:"(?<phrase>[^"]*)"?|(?<word>\S+))/gu;
const wordPattern = /[\p{L}\p{N}\p{M}]+/gu;
/** Matches scripts without spaces between words. In them, a term may begin and end within other text. */
const unspacedScripts = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]/u;
/** The characters that the service puts around a match (marked-pieces.ts). */
const [BEGIN, END] = ['\u0002', '\u0003'];

/**
 * Parses a query in the same way as the service. The last word may be incomplete. Null if the query has no
 * words.
 */
export function termsOf(query: string): SearchTerms | null {
  const isComplete = /[\s"]$/u.test(query);
  const typed = [...query.matchAll(typedTerms)].flatMap(({ groups, index, 0: all }) => {
    const parts = (groups?.['phrase'] ?? groups?.['word'] ?? '').match(wordPattern);
    const isLast = index + all.length >= query.length;
    return parts ? [{ parts, isPrefix: isLast && !isComplete, isExcluded: groups?.['minus'] === '-' }] : [];
  });
  const sourceOf = ({
    parts,
    isPrefix,
  }: {
    readonly parts: readonly string[];
    readonly isPrefix: boolean;
  }) => {
    const begin = unspacedScripts.test(parts[0] ?? '') ? '' : '(?<![\\p{L}\\p{N}])';
    const end = isPrefix || unspacedScripts.test(parts.at(-1) ?? '') ? '' : '(?![\\p{L}\\p{N}])';
    return `${begin}${parts.join('[^\\p{L}\\p{N}]{1,3}')}${end}`;
  };
  const required = typed.filter(({ isExcluded }) => !isExcluded).map(sourceOf);
  if (required.length === 0) return null;
  return {
    required: required.map((source) => new RegExp(source, 'iu')),
    excluded: typed.filter(({ isExcluded }) => isExcluded).map((term) => new RegExp(sourceOf(term), 'iu')),
    any: new RegExp(required.join('|'), 'giu'),
  };
}

const EXCERPT_LEAD = 40;
const EXCERPT_LENGTH = 200;

/** Returns the text around the first match, with all matches marked. Null if the text doesn't match. */
export function excerptOf(text: string, { required, excluded, any }: SearchTerms): string | null {
  if (!required.every((term) => term.test(text)) || excluded.some((term) => term.test(text))) return null;
  const first = text.search(any);
  // The excerpt starts after a space, so that no character is split.
  const start = first <= EXCERPT_LEAD ? 0 : text.indexOf(' ', first - EXCERPT_LEAD) + 1 || first;
  const near = text
    .slice(Math.min(start, first), Math.min(start, first) + EXCERPT_LENGTH)
    .replaceAll(BEGIN, '')
    .replaceAll(END, '');
  return near.toWellFormed().replaceAll(any, `${BEGIN}$&${END}`);
}
