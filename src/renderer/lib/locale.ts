import { shownLanguage } from './language.ts';

/**
 * The locale for dates, numbers and sorting: the language of the texts with the browser's region, so that English texts
 * can have British dates.
 */
export function locale(): string {
  const language = shownLanguage();
  // These languages name a region, because other regions have other words or another script.
  if (language.includes('-')) return language;
  const region = navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language;
  // The texts contain Latin digits, so formatted numbers must have them too.
  return language === 'ar' ? `${region}-u-nu-latn` : region;
}

/** Caches a value until the locale changes. */
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
