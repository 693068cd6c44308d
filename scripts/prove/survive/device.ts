import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright';
import { waitFor } from '../lib/figures.ts';
import type { DeviceBrowser } from './device-browser.ts';
import type { Lane } from './lane.ts';
import type { DeviceNetwork, NetworkState } from './network.ts';

/** In milliseconds. An act is skipped if the page doesn't offer it within this time. */
const actTimeout = 5_000;
/** In milliseconds. After this time, opening or reloading the app has failed. */
const openTimeout = 15_000;
/** In milliseconds, for the first opening, which proves nothing. */
const startTimeout = 90_000;

interface DeviceOptions {
  readonly lane: Lane;
  /** The session as the app stores it. */
  readonly session: string;
  /** The error of the device's clock, in milliseconds. */
  readonly clock: number;
  /** Whether the app is installed, so that it opens offline. */
  readonly isInstalled: boolean;
  readonly onNotice: (text: string) => void;
}

/** Runs in the page before the app: changes the time, counts open requests, and logs toasts to the console. */
function preparePage(clock: number): void {
  if (clock !== 0) {
    const RealDate = Date;
    const now = () => RealDate.now() + clock;
    // A class covers every way to read the time.
    globalThis.Date = class extends RealDate {
      constructor(...values: readonly [] | readonly [number]) {
        super(...((values.length === 0 ? [now()] : values) as [number]));
      }
      static override now = now;
    } as DateConstructor;
  }
  const { fetch: send } = globalThis;
  let open = 0;
  const count = (change: number) => {
    open += change;
    document.documentElement.dataset['requests'] = String(open);
  };
  globalThis.fetch = async (...request) => {
    const [to] = request;
    if (!(to instanceof Request ? to.url : to.toString()).includes('/rest/v1/')) return send(...request);
    count(1);
    try {
      const response = await send(...request);
      // A request is open until its body has arrived and the app has read it.
      void response
        .clone()
        .text()
        .catch(() => '')
        .then(() => setTimeout(() => count(-1), 20));
      return response;
    } catch (error) {
      count(-1);
      throw error;
    }
  };
  const notice = '[role="alert"], [role="status"], output';
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        const around = node.closest(notice);
        // The first toast appears together with its container.
        for (const { textContent } of around ? [around] : node.querySelectorAll(notice))
          if (textContent && !/^(Loading|Thinking)/.test(textContent))
            // oxlint-disable-next-line no-console -- read by the harness
            console.debug(`notice: ${textContent}`);
      }
  }).observe(document, { subtree: true, childList: true });
}

const hasWorker = async () =>
  (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated';

/** A separate browser with one tab of the app. */
export class Device {
  readonly #options: DeviceOptions;
  #browser: DeviceBrowser | null = null;
  #page: Page | null = null;
  #isInstalled = false;
  networkState: NetworkState = 'up';

  constructor(options: DeviceOptions) {
    this.#options = options;
  }

  get page(): Page | null {
    return this.#page;
  }

  get openPage(): Page {
    if (!this.#page) throw new Error('This device has no open tab.');
    return this.#page;
  }

  get network(): DeviceNetwork {
    return this.#started.network;
  }

  get #started(): DeviceBrowser {
    if (!this.#browser) throw new Error('This device is not started.');
    return this.#browser;
  }

  async start(): Promise<void> {
    const { lane, session, isInstalled } = this.#options;
    this.#browser = await lane.takeBrowser(isInstalled);
    await this.#browser.prepare(session);
    if (!(await this.openTab(startTimeout))) throw new Error('The app did not open.');
    if (isInstalled) await this.#install();
  }

  async #install(): Promise<void> {
    await waitFor(() => this.openPage.evaluate(hasWorker), 60_000, 'the service worker').then(
      () => (this.#isInstalled = true),
      () => null,
    );
  }

  /** Returns whether the app can open now. */
  canLoad(): boolean {
    return this.networkState === 'up' || this.#isInstalled;
  }

  /** Opens the app in a new tab unless a tab is open. False if the app doesn't open, for example offline. */
  async openTab(timeout = openTimeout): Promise<boolean> {
    if (!this.#page) {
      this.#page = await this.newTab();
      this.#page.on('console', (message) => {
        const text = message.text();
        if (text.startsWith('notice: ')) this.#options.onNotice(text.slice('notice: '.length));
      });
    }
    return this.#load((page) => page.goto('/chat', { waitUntil: 'domcontentloaded', timeout }), timeout);
  }

  /** Opens another tab of the same browser. The caller closes it. */
  async newTab(): Promise<Page> {
    const page = await this.#started.context.newPage();
    page.setDefaultTimeout(actTimeout);
    await page.addInitScript(preparePage, this.#options.clock);
    return page;
  }

  reload(): Promise<boolean> {
    const timeout = openTimeout;
    return this.#load((page) => page.reload({ waitUntil: 'domcontentloaded', timeout }), timeout);
  }

  async #load(act: (page: Page) => Promise<unknown>, timeout: number): Promise<boolean> {
    const page = this.#page;
    if (!page) return false;
    try {
      await act(page);
      await page.locator('textarea[aria-label="Message"]').waitFor({ timeout });
      return true;
    } catch {
      return false;
    }
  }

  /** Returns whether the tab shows the app and not the browser's error page. */
  async isShown(): Promise<boolean> {
    const input = this.#page?.locator('textarea[aria-label="Message"]');
    // A tab doesn't respond while it waits for its first document.
    const unanswered = pause(actTimeout, false);
    return Promise.race([input?.isVisible().catch(() => false) ?? false, unanswered]);
  }

  async closeTab(): Promise<void> {
    await this.#page?.close();
    this.#page = null;
  }

  /** @param isKnown whether the browser knows that it is offline, like without a network adapter */
  async setNetwork(state: NetworkState, isKnown: boolean): Promise<void> {
    this.networkState = state;
    this.network.set(state);
    await this.#started.context.setOffline(state !== 'up' && isKnown);
  }

  /** Restores the network and the tab. */
  async heal(): Promise<void> {
    this.network.setRough(null);
    if (this.networkState !== 'up') await this.setNetwork('up', true);
    if (!this.#page) await this.openTab();
    else if (!(await this.isShown())) await this.openTab();
  }

  stop(): void {
    if (this.#browser) this.#options.lane.returnBrowser(this.#browser);
  }
}
