import { shownLanguage } from './language.ts';

/**
 * Returns the locale for dates, numbers and sorting: the language of the texts with the browser's region, so that
 * English texts can have British dates.
 */
export function locale(): string {
  const language = shownLanguage();
  // These languages include a region, because other regions use other words or another script.
  if (language.includes('-')) return language;
  const region = navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language;
  // Formatted numbers must use Latin digits, as the texts do.
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
