import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadModule } from './load-module.ts';
import { followVersion, hasNewVersion, onNewVersion } from './version.ts';

const pageOf = (entry: string) =>
  `<html><script type="module" crossorigin src="/assets/${entry}.js"></script></html>`;
const reload = vi.fn<() => void>();
let undo = () => {};
let served: Response | Error;

beforeEach(() => {
  const script = document.createElement('script');
  script.type = 'module';
  script.setAttribute('src', '/assets/index-old.js');
  // The script doesn't run, because this document has no window.
  document.head.append(script);
  vi.stubGlobal('fetch', async () => {
    if (served instanceof Error) throw served;
    return served;
  });
  reload.mockClear();
  undo = followVersion(reload);
});
afterEach(() => {
  undo();
  vi.unstubAllGlobals();
  document.head.replaceChildren();
  document.body.replaceChildren();
});

const failToLoad = async () => {
  const listener = vi.fn<() => void>();
  const undoListener = onNewVersion(listener);
  await loadModule(() => Promise.reject(new TypeError('404'))).catch(() => {});
  await new Promise((resolve) => setTimeout(resolve, 0));
  undoListener();
  return listener.mock.calls.length;
};

describe('an open page after an update', () => {
  it('loads the new version once if a part is missing and nothing would be interrupted', async () => {
    served = new Response(pageOf('index-new'));
    await failToLoad();
    expect(reload).toHaveBeenCalledOnce();
    await failToLoad();
    expect(reload).toHaveBeenCalledOnce();
  });

  it('only offers it while the user writes a message, and loads it when the tab becomes hidden', async () => {
    document.body.innerHTML = '<textarea>my text</textarea>';
    served = new Response(pageOf('index-new'));
    expect(await failToLoad()).toBe(1);
    expect(hasNewVersion()).toBe(true);
    expect(reload).not.toHaveBeenCalled();
    document.body.replaceChildren();
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(reload).toHaveBeenCalledOnce();
    vi.restoreAllMocks();
  });

  it.each([
    ['is the version in use', () => new Response(pageOf('index-old'))],
    ['cannot be reached', () => new TypeError('Failed to fetch')],
    ['is an error of the server', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['is the sign-in page of a network', () => new Response('<h1>Welcome to our network</h1>')],
  ])('does not reload if the served page %s', async (_case, answer) => {
    served = answer();
    expect(await failToLoad()).toBe(0);
    expect(hasNewVersion()).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  });
});
