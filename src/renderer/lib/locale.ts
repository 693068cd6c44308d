import { shownLanguage } from './language.ts';

/**
 * The locale for dates, numbers and sorting. The language of the texts decides; the browser decides about the
 * region, such as British dates in English.
 */
export function locale(): string {
  const language = shownLanguage();
  // Regions of Portuguese and Chinese differ in language and writing.
  if (language.includes('-')) return language;
  const region = navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language;
  // Numbers inside texts have these digits too.
  return language === 'ar' ? `${region}-u-nu-latn` : region;
}

/** Creates a value for the shown language, and again for another one. */
function perLocale<Value>(create: (locale: string) => Value): () => Value {
  let cache: { readonly locale: string; readonly value: Value } | null = null;
  return () => {
    const current = locale();
    if (cache?.locale !== current) cache = { locale: current, value: create(current) };
    return cache.value;
  };
}

export const numberFormat = (options: Intl.NumberFormatOptions) =>
  perLocale((current) => new Intl.NumberFormat(current, options));

const lists = perLocale((current) => new Intl.ListFormat(current, { style: 'narrow' }));

/** Formats a list: `A, B, C` in English, `A、B、C` in Japanese. */
export const listOf = (items: Iterable<string>): string => lists().format(items);

export const dateFormat = (options: Intl.DateTimeFormatOptions) =>
  perLocale((current) => new Intl.DateTimeFormat(current, options));
