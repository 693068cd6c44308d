/** The catalogs of a feature: texts by their path, such as `columns.name`. */
export type Catalogs = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Returns whether a module creates a catalog, under any name. */
export const createsCatalog = (source: string): boolean =>
  /import \{[^}]*\btexts\b[^}]*\} from '[./]*\/shared\/texts\.ts'/.test(source);

type Forms = Readonly<Record<string, unknown>>;

const isForms = (text: unknown): text is Forms => typeof text === 'object' && text !== null;
const isPlural = (text: Forms) => Object.keys(text).toSorted().join() === 'one,other';
/** Leaves out a toast's variant, which is a code. */
const keysOf = (text: Forms) => Object.keys(text).filter((key) => key !== 'variant');

const parametersOf = (text: unknown): string =>
  [...new Set(String(text).match(/\{\w+\}/g))].toSorted().join(', ') || 'none';
/** Removes the number, because a language may write it as a word, e.g. "both". */
const withoutCount = (text: unknown) => String(text).replaceAll('{count}', '#');

/** Spellings that are wrong in a language's texts. Parameters, URLs and folders keep their names. */
const spellings: readonly (readonly [language: RegExp, wrong: RegExp, problem: string])[] = [
  [/./, /'/, 'has a straight apostrophe instead of ’'],
  [/^fr$/, / [?!:;»]|« /, 'has a space that breaks the line before or after punctuation'],
  [/^fr$/, /(?<![{/])\bchats?\b(?!\/)/i, 'has "chat" instead of "discussion"'],
];

function checkString(language: string, english: unknown, text: unknown): string[] {
  if (typeof text !== 'string') return ['is not a text'];
  if (text.trim() === '' && String(english).trim() !== '') return ['is empty'];
  const [target, found] = [parametersOf(english), parametersOf(text)];
  if (target !== found) return [`has the parameters ${found} instead of ${target}`];
  return spellings.flatMap(([of, wrong, problem]) => (of.test(language) && wrong.test(text) ? problem : []));
}

function checkText(language: string, english: unknown, text: unknown): string[] {
  if (!isForms(english)) return checkString(language, english, text);
  if (!isForms(text)) return ['is not an object as in English'];
  const target = isPlural(english)
    ? new Intl.PluralRules(language).resolvedOptions().pluralCategories
    : keysOf(english);
  if (target.toSorted().join() !== Object.keys(text).toSorted().join())
    return [`has the forms ${Object.keys(text).join(', ')} instead of ${target.join(', ')}`];
  return target.flatMap((form) =>
    (isPlural(english)
      ? checkString(language, withoutCount(english['other']), withoutCount(text[form]))
      : checkString(language, english[form], text[form])
    ).map((problem) => `${form} ${problem}`),
  );
}

/** Returns the problems of a feature's texts in a language. */
export function checkCatalogs(language: string, english: Catalogs, translated: Catalogs): string[] {
  const problems: string[] = [];
  for (const name of new Set([...Object.keys(english), ...Object.keys(translated)])) {
    const [originals, texts] = [english[name] ?? {}, translated[name] ?? {}];
    for (const id of new Set([...Object.keys(originals), ...Object.keys(texts)])) {
      const found =
        texts[id] === undefined
          ? [`is missing: ${JSON.stringify(originals[id])}`]
          : originals[id] === undefined
            ? ['does not exist in English']
            : checkText(language, originals[id], texts[id]);
      problems.push(...found.map((problem) => `${name} ${id} ${problem}`));
    }
  }
  return problems;
}
