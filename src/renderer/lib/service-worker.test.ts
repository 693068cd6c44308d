import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { installServiceWorker } from './service-worker.ts';
import { followVersion, hasNewVersion, loadNewVersion } from './version.ts';
import { loadModule } from './load-module.ts';

class FakeWorker extends EventTarget {
  readonly messages: unknown[] = [];
  postMessage(message: unknown): void {
    this.messages.push(message);
  }
}

class FakeRegistration extends EventTarget {
  active: FakeWorker | null = null;
  waiting: FakeWorker | null = null;
  installing: FakeWorker | null = null;
  readonly update = vi.fn<() => Promise<void>>(async () => {});
}

class FakeContainer extends EventTarget {
  controller: FakeWorker | null = null;
  readonly registration = new FakeRegistration();
  readonly register = vi.fn<() => Promise<FakeRegistration>>(async () => this.registration);
}

let workers: FakeContainer;
const undos: (() => void)[] = [];
const reload = vi.fn<() => void>();
const loaded = () => new Promise((resolve) => setTimeout(resolve, 0));

/** Opens a page. With a controller, its files come from the device. */
async function openPage(isControlled: boolean): Promise<void> {
  if (isControlled) workers.controller = workers.registration.active = new FakeWorker();
  undos.push(followVersion(reload), installServiceWorker('/sw.js'));
  await loaded();
}

/** Simulates the browser's download of another worker version. */
function download(): FakeWorker {
  const next = new FakeWorker();
  const { registration } = workers;
  registration.installing = next;
  registration.dispatchEvent(new Event('updatefound'));
  registration.installing = null;
  if (registration.active) registration.waiting = next;
  else registration.active = next;
  next.dispatchEvent(new Event('statechange'));
  return next;
}

const failToLoad = () => loadModule(() => Promise.reject(new TypeError('404'))).catch(() => {});

beforeEach(() => {
  workers = new FakeContainer();
  Object.defineProperty(navigator, 'serviceWorker', { value: workers, configurable: true });
  vi.stubGlobal('fetch', vi.fn<typeof fetch>());
  reload.mockClear();
});
afterEach(() => {
  for (const undo of undos.splice(0).toReversed()) undo();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  vi.unstubAllGlobals();
});

it('installs the first version silently', async () => {
  await openPage(false);
  download();
  expect(workers.register).toHaveBeenCalledWith('/sw.js');
  expect(hasNewVersion()).toBe(false);
});

it('offers the next version when it is downloaded, and activates it only on request', async () => {
  await openPage(true);
  const next = download();
  expect(hasNewVersion()).toBe(true);
  expect(next.messages).toEqual([]);
  loadNewVersion();
  expect(next.messages).toEqual([{ type: 'SKIP_WAITING' }]);
  expect(reload).not.toHaveBeenCalled();
});

it('offers a version that an earlier visit downloaded', async () => {
  workers.registration.waiting = new FakeWorker();
  await openPage(true);
  expect(hasNewVersion()).toBe(true);
});

it('offers it in the other tabs when one tab has accepted it', async () => {
  await openPage(true);
  workers.dispatchEvent(new Event('controllerchange'));
  expect(hasNewVersion()).toBe(true);
});

it('checks for a new version if a part is missing, and never reloads by itself', async () => {
  await openPage(true);
  await failToLoad();
  expect(workers.registration.update).toHaveBeenCalledOnce();
  expect(fetch).not.toHaveBeenCalled();
  download();
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  vi.restoreAllMocks();
  expect(reload).not.toHaveBeenCalled();
});

it('does not change pages without a service worker', async () => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  undos.push(followVersion(reload), installServiceWorker('/sw.js'));
  await failToLoad();
  expect(fetch).toHaveBeenCalledOnce();
  expect(hasNewVersion()).toBe(false);
});

it('ignores a browser that forbids service workers', async () => {
  workers.register.mockRejectedValueOnce(new DOMException('No storage', 'SecurityError'));
  await openPage(false);
  await failToLoad();
  expect(fetch).toHaveBeenCalledOnce();
});
