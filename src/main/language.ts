import { app } from 'electron';
import { findLanguage, type Language } from '../shared/domain/languages.ts';
import { translateTexts, type Translations } from '../shared/translate-texts.ts';
import { log } from './log.ts';

type Load = () => Promise<{ readonly default: Translations }>;

const files: Readonly<Record<Exclude<Language, 'en'>, Load>> = {
  de: () => import('./languages/de.json'),
  es: () => import('./languages/es.json'),
  fr: () => import('./languages/fr.json'),
  'pt-BR': () => import('./languages/pt-BR.json'),
  ja: () => import('./languages/ja.json'),
  'zh-CN': () => import('./languages/zh-CN.json'),
  ar: () => import('./languages/ar.json'),
};

let target: Language = 'en';

/** Loads and shows the texts of menus, dialogs and notifications. Never rejects: if that fails, they are in English. */
export async function showLanguage(language: Language): Promise<void> {
  target = language;
  const load = language === 'en' ? null : files[language];
  const translations = await load?.().then(
    (file) => file.default,
    () => log('language.not-loaded', { language }),
  );
  // The user may have chosen another language in the meantime.
  if (target === language) translateTexts(language, translations ?? {});
}

/** Shows the system's language until the settings are loaded, or if they contain no language. */
export const showSystemLanguage = (): Promise<void> =>
  showLanguage(findLanguage(app.getPreferredSystemLanguages()));

/** Returns the locale for dates in dialogs, with the Latin digits that the texts use. */
export const dialogLocale = (): string => (target === 'ar' ? 'ar-u-nu-latn' : target);
