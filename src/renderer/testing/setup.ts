import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';

// Time limit for waits that will fail; others end as soon as they succeed.
configure({ asyncUtilTimeout: 15_000 });
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

// What jsdom lacks and Mantine needs: layout observers, media queries, fonts, scrolling.
const quietMedia = (query: string): MediaQueryList => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener: () => {},
  removeEventListener: () => {},
  addListener: () => {},
  removeListener: () => {},
  dispatchEvent: () => false,
});
class QuietObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

window.matchMedia ??= quietMedia;
window.ResizeObserver ??= QuietObserver;
if (!('scrollIntoView' in Element.prototype))
  Object.defineProperty(Element.prototype, 'scrollIntoView', { value: () => {}, writable: true });
if (!('fonts' in document)) {
  const fonts = Object.assign(new EventTarget(), { ready: Promise.resolve() });
  Object.defineProperty(document, 'fonts', { value: fonts, configurable: true });
}
// jsdom's stubs only print "not implemented".
window.scrollTo = () => {};

// Also before each test, because unmounting may still write to storage.
beforeEach(clearStorage);
afterEach(() => {
  cleanup();
  clearStorage();
});

function clearStorage(): void {
  localStorage.clear();
  sessionStorage.clear();
}
