/** The app's languages, each in its own name. */
export const languages = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  'pt-BR': 'Português (Brasil)',
  ja: '日本語',
  'zh-CN': '简体中文',
  ar: 'العربية',
} as const;

export type Language = keyof typeof languages;

export const languageCodes = Object.keys(languages) as Language[];

/** Finds the app's language for a list of language tags, best first. Keep in sync with public/before-paint.js. */
export function findLanguage(tags: readonly string[]): Language {
  // The app's Chinese is Simplified, so readers of Traditional Chinese get another language, unless they also list
  // Simplified. After zh-TW, browsers add zh, which doesn't name a script.
  const isTraditional = (tag: string) => /^zh-(?:tw|hk|mo|hant)/i.test(tag);
  const isUnclear = (tag: string) => /^zh$/i.test(tag) && tags.some(isTraditional);
  const readable = tags.filter((tag) => !isTraditional(tag) && !isUnclear(tag));
  const find = (tag: string) => languageCodes.find((code) => code.split('-')[0] === tag.split('-')[0]);
  return readable.map(find).find((code) => code !== undefined) ?? 'en';
}
