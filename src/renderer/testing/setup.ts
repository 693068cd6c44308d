import '@testing-library/jest-dom/vitest';
import 'fake-indexeddb/auto';
import { cleanup, configure, prettyDOM } from '@testing-library/react';
import * as React from 'react';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';
import { registerToastHost } from '../lib/toast.ts';
import { endFakeTimers } from './fake-timers.ts';
import { changesSince, readPageState } from './page-state.ts';

configure({
  // The time limit of waits. A successful wait ends earlier.
  asyncUtilTimeout: 15_000,
  // Print the page only when the message is read, because a wait discards most of its errors.
  getElementError(message, container) {
    const error = new Error();
    error.name = 'TestingLibraryElementError';
    Object.defineProperty(error, 'message', {
      get: () => [message, prettyDOM(container)].filter(Boolean).join('\n\n'),
      configurable: true,
    });
    return error;
  },
});
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

// React records where each element was created, for its developer tools. That takes an eighth of the tests' time.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } =
  React as unknown as Record<string, object>;
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => Infinity,
  set: () => {},
  configurable: true,
});

// Adds features that pages need and jsdom lacks: dialogs, layout observers, media queries, fonts, scrolling.
HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true;
  this.querySelector<HTMLElement>('input, textarea, button')?.focus();
};
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  this.open = false;
  this.dispatchEvent(new Event('close'));
};
const fakeMediaQuery = (query: string): MediaQueryList => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener: () => {},
  removeEventListener: () => {},
  addListener: () => {},
  removeListener: () => {},
  dispatchEvent: () => false,
});
class FakeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

window.matchMedia ??= fakeMediaQuery;
window.ResizeObserver ??= FakeObserver;
if (!('scrollIntoView' in Element.prototype))
  Object.defineProperty(Element.prototype, 'scrollIntoView', { value: () => {}, writable: true });
if (!('setPointerCapture' in Element.prototype))
  Object.assign(Element.prototype, { setPointerCapture: () => {}, hasPointerCapture: () => false });
if (!('fonts' in document)) {
  const fonts = Object.assign(new EventTarget(), { ready: Promise.resolve() });
  Object.defineProperty(document, 'fonts', { value: fonts, configurable: true });
}
// jsdom's stubs only print "not implemented".
window.scrollTo = () => {};
// jsdom draws all frames with one interval. If it starts while a test fakes timers, it never runs again.
window.requestAnimationFrame = (draw) => window.setTimeout(() => draw(performance.now()), 16);
window.cancelAnimationFrame = (frame) => window.clearTimeout(frame);

// Before each test, too, because unmounting may still write to storage.
beforeEach(clearStorage);
afterEach(async () => {
  cleanup();
  await endFakeTimers();
  // Unseen toasts would appear in the next test.
  registerToastHost(() => {})();
  clearStorage();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

// Test files share the page, so a replaced method would affect later files.
const before = readPageState();
afterAll(() => {
  const changes = changesSince(before);
  if (changes.length > 0) throw new Error(`Not restored after the tests: ${changes.join(', ')}`);
});

function clearStorage(): void {
  indexedDB = new IDBFactory();
  localStorage.clear();
  sessionStorage.clear();
}
