import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import beforePaint from '../public/before-paint.js?raw';
import { findLanguage, languages } from '../../shared/domain/languages.ts';
import { texts } from '../../shared/texts.ts';
import { chosenLanguage, languageOf, onLanguage, showLanguage, shownLanguage } from './language.ts';
import { listOf, locale } from './locale.ts';
import { paths } from './paths.ts';
import { registerToastHost, type ShownToast } from './toast.ts';

const sample = texts('chat/sample', { title: 'Chats' });
const page = document.documentElement;

function startPage(browser: readonly string[], path = '/chat'): void {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue([...browser]);
  window.history.replaceState(null, '', path);
  // oxlint-disable-next-line typescript/no-implied-eval -- the page runs this file before any module
  new Function(beforePaint)();
}

const requests: string[] = [];
let isOffline = false;
beforeEach(() => {
  requests.length = 0;
  isOffline = false;
  vi.stubGlobal('fetch', async (url: string) => {
    requests.push(url);
    if (isOffline) throw new TypeError('Failed to fetch');
    return Response.json({ 'chat/sample': { title: url.includes('/de/') ? 'Unterhaltungen' : 'محادثات' } });
  });
});
afterEach(async () => {
  await showLanguage('en');
  window.history.replaceState(null, '', '/');
  for (const name of Object.keys(page.dataset)) delete page.dataset[name];
});

it.each([
  [['de-AT', 'en'], 'de'],
  [['en-GB', 'de'], 'en'],
  [['nl', 'pt-PT'], 'pt-BR'],
  [['zh-TW', 'ja'], 'ja'],
  // As Chrome and Safari list them.
  [['zh-TW', 'zh', 'en-US', 'en'], 'en'],
  [['zh-Hant-TW', 'zh', 'de'], 'de'],
  [['zh-HK', 'zh', 'zh-CN', 'en'], 'zh-CN'],
  [['zh-TW', 'zh-Hans'], 'zh-CN'],
  [['zh'], 'zh-CN'],
  [['zh-Hans-SG'], 'zh-CN'],
  [['nl'], 'en'],
])('reads the language of a browser with %j as %s', (browser, language) => {
  startPage(browser);
  expect([page.dataset['language'], page.dataset['browserLanguage']]).toEqual([language, language]);
  expect([languageOf('/chat'), findLanguage(browser)]).toEqual([language, language]);
});

it("reads the system's languages in the desktop app", () => {
  page.dataset['systemLanguages'] = 'fr-CA,en';
  startPage(['en-US']);
  expect(chosenLanguage()).toBe('fr');
});

it('prefers the choice on this device, if it is a language of the app', () => {
  for (const code of Object.keys(languages)) {
    localStorage.setItem('clover-language', code);
    startPage(['fr']);
    expect([chosenLanguage(), page.dataset['browserLanguage']]).toEqual([code, 'fr']);
  }
  localStorage.setItem('clover-language', 'tlh');
  startPage(['fr']);
  expect(chosenLanguage()).toBe('fr');
});

it('hides what is prerendered in English for at most five seconds, except on pages that stay in English', () => {
  vi.useFakeTimers();
  for (const path of ['/', '/signin', '/pricing', '/docsx']) {
    startPage(['de'], path);
    expect([path, page.hidden]).toEqual([path, true]);
    vi.advanceTimersByTime(5_000);
    expect([path, page.hidden]).toEqual([path, false]);
  }
  startPage(['en'], '/signin');
  expect(page.hidden).toBe(false);
  const { docs, apiDocs, admin, adminVendors, adminSettings, ...others } = paths;
  for (const path of [docs, apiDocs, admin, adminVendors, adminSettings]) {
    startPage(['de'], path);
    expect([path, languageOf(path), page.hidden]).toEqual([path, 'en', false]);
  }
  for (const path of [...Object.values(others), '/share/a1']) {
    startPage(['de'], path);
    expect([path, languageOf(path), page.hidden]).toEqual([path, 'de', true]);
  }
  vi.advanceTimersByTime(5_000);
  vi.useRealTimers();
});

it('loads one language only, and shows it with its direction and formats', async () => {
  startPage(['ar-EG']);
  const listener = vi.fn<() => void>();
  const stop = onLanguage(listener);
  await showLanguage('ar');
  stop();
  expect([sample.title, shownLanguage(), page.dir]).toEqual(['محادثات', 'ar', 'rtl']);
  expect(requests.every((url) => url.includes('/ar/'))).toBe(true);
  expect(listener).toHaveBeenCalledOnce();
  expect(new Intl.NumberFormat(locale()).format(12.5)).toBe('12.5');
  await showLanguage('en');
  expect([sample.title, shownLanguage(), page.dir]).toEqual(['Chats', 'en', 'ltr']);
});

it("formats in the shown language, with the browser's region", async () => {
  startPage(['de-AT', 'en-GB']);
  expect([locale(), listOf(['A', 'B', 'C'])]).toEqual(['en-GB', 'A, B, C']);
  await showLanguage('de');
  expect([locale(), listOf(['A', 'B', 'C'])]).toEqual(['de-AT', 'A, B und C']);
});

it('stays in English if the texts cannot be loaded, and offers to try again', async () => {
  const toasts: ShownToast[] = [];
  registerToastHost((toast) => toasts.push(toast));
  startPage(['es']);
  isOffline = true;
  await showLanguage('es');
  expect([sample.title, shownLanguage(), languageOf('/chat')]).toEqual(['Chats', 'en', 'en']);
  expect(toasts).toHaveLength(1);
  isOffline = false;
  toasts[0]?.action?.run();
  await vi.waitFor(() => expect(shownLanguage()).toBe('es'));
  expect(languageOf('/chat')).toBe('es');
});
