import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import loadApp from './load-app.js?raw';

const page = document.documentElement;

/** Runs the script on a prerendered page, as the browser does. */
function openPage({ at = '/', path = '/', html = '' } = {}): void {
  window.history.replaceState(null, '', at);
  page.dataset['language'] ??= 'en';
  document.head.innerHTML = `<template id="app" data-path="${path}"><script type="module" src="/app.js"></script>
    <link rel="modulepreload" href="/part.js" /></template>`;
  document.body.innerHTML = html;
  // oxlint-disable-next-line typescript/no-implied-eval -- the page contains this script
  new Function(loadApp)();
}

const script = () => document.querySelector('script');
const files = () =>
  [...document.querySelectorAll('head > script, head > link')].map((file) => file.outerHTML);
const isLoading = () => files().length > 0;
const element = (selector: string) => document.querySelector<HTMLElement>(selector)!;
const becomeReady = () => void window.dispatchEvent(new Event('clover:ready'));

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  // Stops the script of this test.
  becomeReady();
  window.dispatchEvent(new Event('online'));
  for (const name of Object.keys(page.dataset)) delete page.dataset[name];
  vi.unstubAllGlobals();
});

describe('a prerendered page', () => {
  it('loads the app once, with all of its files, at the first interaction', () => {
    openPage();
    expect(files()).toEqual([]);
    document.body.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }));
    document.body.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    expect(files()).toEqual([
      '<link rel="modulepreload" href="/part.js">',
      '<script type="module" src="/app.js"></script>',
    ]);
  });

  it.each([
    new Event('scroll'),
    new KeyboardEvent('keydown', { key: 'Tab' }),
    new FocusEvent('focusin'),
    new MouseEvent('pointermove', { movementX: 1 }),
    new StorageEvent('storage'),
    Object.assign(new Event('pageshow'), { persisted: true }),
  ])('loads the app for $type', (event) => {
    openPage();
    window.dispatchEvent(event);
    expect(isLoading()).toBe(true);
  });

  it('ignores a resting pointer and its own first appearance', () => {
    openPage();
    window.dispatchEvent(new MouseEvent('pointermove'));
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
    expect(isLoading()).toBe(false);
  });

  it.each<[string, Parameters<typeof openPage>[0], Readonly<Record<string, string>>]>([
    ['a stored session', {}, { session: '' }],
    ['another language', {}, { language: 'de' }],
    ['chosen colors', {}, { mantineColorScheme: 'dark' }],
    ['a query', { at: '/?selected=professional' }, {}],
    ['the path of another page', { at: '/chat' }, {}],
  ])('loads the app immediately with %s', (_, opening, marks) => {
    Object.assign(page.dataset, marks);
    openPage(opening);
    expect(isLoading()).toBe(true);
  });

  it('waits for the rest of the page', () => {
    const state = vi.spyOn(document, 'readyState', 'get').mockReturnValue('loading');
    openPage({ at: '/?query' });
    expect(files()).toEqual(['<link rel="modulepreload" href="/part.js">']);
    state.mockRestore();
    window.dispatchEvent(new Event('DOMContentLoaded'));
    expect(script()).not.toBeNull();
  });
});

describe('what a visitor does before the app reacts', () => {
  /** Counts the events that reach the page. */
  function follow(selector: string, type: string): () => number {
    let count = 0;
    element(selector).addEventListener(type, (event) => {
      count += 1;
      event.preventDefault();
    });
    return () => count;
  }

  it('is repeated: a click on a button, once', () => {
    openPage({ html: '<button>Menu</button>' });
    const clicks = follow('button', 'click');
    element('button').click();
    element('button').click();
    expect(clicks()).toBe(0);
    becomeReady();
    expect(clicks()).toBe(1);
    element('button').click();
    expect(clicks()).toBe(2);
  });

  it('is repeated: clicks on parts of a button, once', () => {
    openPage({ html: '<button><span>Menu</span><svg></svg></button>' });
    const clicks = follow('button', 'click');
    element('span').click();
    element('svg').dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    becomeReady();
    expect(clicks()).toBe(1);
  });

  it('is repeated: a choice in a field, which changes only then', () => {
    openPage({ html: '<label><input type="radio" />Dark</label>' });
    const field = element('input') as HTMLInputElement;
    element('label').click();
    expect(field.checked).toBe(false);
    becomeReady();
    expect(field.checked).toBe(true);
  });

  it('is repeated: an arrow key on a tab', () => {
    openPage({ html: '<button role="tab">Text</button>' });
    const keys: string[] = [];
    element('button').addEventListener('keydown', ({ key }) => keys.push(key));
    const press = (key: string) =>
      element('button').dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    press('ArrowRight');
    expect(press('Tab')).toBe(true);
    becomeReady();
    expect(keys).toEqual(['Tab', 'ArrowRight']);
  });

  it('follows links, unless the next page would not have the typed text', () => {
    openPage({ html: '<a href="#next">Next</a><input />' });
    const clicks = follow('a', 'click');
    element('a').click();
    expect(clicks()).toBe(1);
    element('input').dispatchEvent(new Event('input', { bubbles: true }));
    element('a').click();
    expect(clicks()).toBe(1);
    element('a').dispatchEvent(new MouseEvent('click', { bubbles: true, ctrlKey: true }));
    expect(clicks()).toBe(2);
    becomeReady();
    expect(clicks()).toBe(3);
  });
});

describe('if the app cannot be loaded', () => {
  const reload = vi.fn<() => void>();
  beforeEach(() => {
    reload.mockReset();
    vi.stubGlobal('location', { pathname: '/', search: '', reload });
  });
  /**
   * Makes loading the app fail. `served` is the page's script that the service now sends, or null if it does not
   * respond.
   */
  async function fail(served: string | null): Promise<void> {
    vi.stubGlobal('fetch', async () => {
      if (served === null) throw new TypeError('Failed to fetch');
      return new Response(`<script type="module" src="${served}"></script>`);
    });
    document.body.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }));
    script()!.dispatchEvent(new Event('error'));
    await new Promise((resolve) => setTimeout(resolve));
  }

  it('loads a newer version of the page, once', async () => {
    openPage();
    await fail('/new.js');
    expect(reload).toHaveBeenCalledTimes(1);
    openPage();
    await fail('/new.js');
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it.each([null, '/app.js'])('does not reload if the service has %s', async (served) => {
    openPage();
    await fail(served);
    expect(reload).not.toHaveBeenCalled();
  });

  it('tries again once the network is back, and then only once', async () => {
    openPage();
    await fail(null);
    expect(script()).toBeNull();
    window.dispatchEvent(new Event('online'));
    window.dispatchEvent(new Event('online'));
    expect(files().filter((file) => file.startsWith('<script'))).toHaveLength(1);
  });

  it('does not reload with typed text, and follows the link that was clicked', async () => {
    openPage({ html: '<a href="#next">Next</a><input />' });
    let isFollowed = false;
    element('a').addEventListener('click', () => (isFollowed = true));
    element('input').dispatchEvent(new Event('input', { bubbles: true }));
    element('a').click();
    expect(isFollowed).toBe(false);
    await fail('/new.js');
    expect(isFollowed).toBe(true);
    expect(reload).not.toHaveBeenCalled();
  });
});
