import type { ComponentsJSON } from '@nanostores/i18n';
import { failureTexts } from '../components/texts.ts';
import { setChosenLanguage, showLanguage } from './language.ts';
import { loadFailureTexts } from './load-failure-texts.ts';
import { loadModule } from './load-module.ts';
import { showToast } from './toast.ts';
import { readMessagesWith } from './translate-message.ts';
import { startTranslations } from './translations.ts';

/** The URL of each feature's texts in each language. */
const files = import.meta.glob<string>('../languages/*/*.json', {
  query: '?url',
  import: 'default',
  eager: true,
});

const requestTimeout = 8000;
/** Milliseconds from the app's first screen until the texts of all others are loaded. */
const preloadDelay = 3000;
/** The features whose texts public pages show. Visitors of these pages load no other texts. */
const publicFeatures = /^(?:app|components|lib|privacy|share|site)$/;

async function requestTexts(file: string, priority: RequestPriority): Promise<ComponentsJSON> {
  const response = await fetch(file, { priority, signal: AbortSignal.timeout(requestTimeout) });
  if (!response.ok) throw new Error(`${file} has the status ${response.status}.`);
  return (await response.json()) as ComponentsJSON;
}

const loads = new Map<string, Promise<ComponentsJSON>>();

/** Loads the texts of a feature. Features without translations, such as the console, are in English. */
async function loadTexts(
  language: string,
  feature: string,
  priority: RequestPriority = 'auto',
): Promise<ComponentsJSON> {
  const file = files[`../languages/${language}/${feature}.json`];
  if (!file) return {};
  const load = loads.get(file) ?? requestTexts(file, priority);
  loads.set(file, load);
  return load.catch((error: unknown) => {
    loads.delete(file);
    throw error;
  });
}

/** Loads the texts of all other screens, so that they open without waiting, even without a connection. */
function preloadTexts(language: string): void {
  for (const path of Object.keys(files)) {
    const [, , code = '', file = ''] = path.split('/');
    if (code === language) void loadTexts(code, file.replace('.json', ''), 'low').catch(() => {});
  }
}

let target = 'en';

function reportFailure(): void {
  const language = target;
  const run = () => {
    setChosenLanguage(language);
    void showLanguage(language);
  };
  showToast({ id: 'language', ...loadFailureTexts, action: { label: failureTexts.retry, run } });
}

/** Loads the translations of messages, which only the app shows. */
const loadMessages = () =>
  loadModule(() => import('./read-message.ts')).then(
    ({ readMessage }) => readMessagesWith(readMessage),
    () => undefined,
  );

let preloadedLanguage = '';

const show = startTranslations((language, feature) => {
  if (!publicFeatures.test(feature) && preloadedLanguage !== language) {
    preloadedLanguage = language;
    void loadMessages();
    setTimeout(preloadTexts, preloadDelay, language);
  }
  return loadTexts(language, feature);
}, reportFailure);

/** Called by `showLanguage`. Never rejects. */
export async function loadLanguage(language: string): Promise<void> {
  target = language;
  const isRightToLeft = language === 'ar';
  const isLoaded = await Promise.all([
    show(language),
    isRightToLeft && loadModule(() => import('../theme/right-to-left.css')),
  ]).then(
    () => true,
    () => false,
  );
  // The user may have opened a page in another language in the meantime.
  if (target !== language) return loadLanguage(target);
  if (!isLoaded) {
    reportFailure();
    setChosenLanguage('en');
  }
  const lang = isLoaded ? language : 'en';
  Object.assign(document.documentElement, { lang, dir: isLoaded && isRightToLeft ? 'rtl' : 'ltr' });
}
