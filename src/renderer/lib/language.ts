import { loadModule } from './load-module.ts';

/** Undefined while pages are prerendered. */
const page = globalThis.document?.documentElement;

/** Paths of the documentation and the console. The same as in public/before-paint.js. */
const englishPages = /^\/(?:admin|docs)(?:\/|$)/;

/** Returns the language of the texts. English while pages are prerendered. */
export const shownLanguage = (): string => page?.lang || 'en';

/** Returns the user's language, determined by public/before-paint.js. English if its texts could not be loaded. */
export const chosenLanguage = (): string => page?.dataset['language'] || 'en';

export const setChosenLanguage = (language: string): void => void (page.dataset['language'] = language);

export const languageOf = (pathname: string): string =>
  englishPages.test(pathname) ? 'en' : chosenLanguage();

/** Loads and shows a language. Never rejects: if that fails, English is shown. */
export const showLanguage = (language: string): Promise<void> =>
  loadModule(() => import('./translator.ts')).then(
    ({ loadLanguage }) => loadLanguage(language),
    () => setChosenLanguage('en'),
  );

/** Calls the listener when the shown or the chosen language has changed. */
export function onLanguage(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(page, { attributeFilter: ['lang', 'data-language'] });
  return () => observer.disconnect();
}
