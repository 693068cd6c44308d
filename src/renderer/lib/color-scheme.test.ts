import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import earlyScript from '../public/before-paint.js?raw';
import { followColorScheme, getColorScheme, onColorScheme, setColorScheme } from './color-scheme.ts';
import { storageKeys } from './storage.ts';

const shown = () => document.documentElement.getAttribute('data-mantine-color-scheme');

/** Returns a function that changes the system's color scheme. */
function stubSystem(isDark: boolean) {
  const system = Object.assign(new EventTarget(), { matches: isDark });
  vi.stubGlobal('matchMedia', () => system);
  return (next: boolean) => {
    system.matches = next;
    system.dispatchEvent(new Event('change'));
  };
}

describe('the color scheme', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    document.documentElement.removeAttribute('data-mantine-color-scheme');
  });

  it('follows the system until the user chooses, and again after "System"', () => {
    const setDark = stubSystem(true);
    const undo = followColorScheme();
    expect([getColorScheme(), shown()]).toEqual(['auto', 'dark']);
    setColorScheme('light');
    setDark(true);
    expect([getColorScheme(), shown()]).toEqual(['light', 'light']);
    setColorScheme('auto');
    expect(shown()).toBe('dark');
    setDark(false);
    expect(shown()).toBe('light');
    undo();
    setDark(true);
    expect(shown()).toBe('light');
  });

  it('follows the choice in another tab', () => {
    stubSystem(false);
    const undo = followColorScheme();
    const changes: string[] = [];
    const stop = onColorScheme((choice) => changes.push(choice));
    localStorage.setItem(storageKeys.colorScheme, 'dark');
    window.dispatchEvent(new StorageEvent('storage', { key: storageKeys.colorScheme }));
    expect([shown(), changes]).toEqual(['dark', ['dark']]);
    stop();
    undo();
  });

  it('is set before the first paint by a script that uses the same key', () => {
    localStorage.setItem(storageKeys.colorScheme, 'dark');
    // oxlint-disable-next-line typescript/no-implied-eval -- runs the app's own file as the browser does, before any module
    new Function(earlyScript)();
    expect(shown()).toBe('dark');
  });

  it('is set together with the mark for a stored session, which hides the sign-in links until the session is loaded', () => {
    const isMarked = () => document.documentElement.hasAttribute('data-session');
    onTestFinished(() => document.documentElement.removeAttribute('data-session'));
    // oxlint-disable-next-line typescript/no-implied-eval -- as above
    const run = new Function(earlyScript);
    run();
    expect(isMarked()).toBe(false);
    localStorage.setItem(storageKeys.session, '{}');
    run();
    expect(isMarked()).toBe(true);
  });
});
