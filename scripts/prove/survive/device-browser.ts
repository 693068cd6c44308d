import type { Browser, BrowserContext, CDPSession, Page } from 'playwright';
import { DeviceNetwork } from './network.ts';

/**
 * A separate browser for one device, with a network that can fail. Histories share the browser, because opening the app
 * in a new one takes twice the processor time. `prepare` clears everything except cached files, and keeps an installed
 * app, because installing it takes as long as a history.
 */
export class DeviceBrowser {
  readonly context: BrowserContext;
  readonly network: DeviceNetwork;
  readonly isInstallable: boolean;
  readonly #url: string;
  /** A page of the origin without the app. While it is open, the browser keeps its process for the origin. */
  readonly #keeper: Page;
  readonly #protocol: CDPSession;

  private constructor(
    url: string,
    isInstallable: boolean,
    context: BrowserContext,
    network: DeviceNetwork,
    keeper: Page,
    protocol: CDPSession,
  ) {
    this.#url = url;
    this.isInstallable = isInstallable;
    this.context = context;
    this.network = network;
    this.#keeper = keeper;
    this.#protocol = protocol;
  }

  /**
   * @param isInstallable allows the service worker. It downloads the whole app, which would be too slow for every
   * device.
   */
  static async open(browser: Browser, url: string, isInstallable: boolean): Promise<DeviceBrowser> {
    const network = new DeviceNetwork();
    const context = await browser.newContext({
      baseURL: url,
      proxy: { server: await network.open(), bypass: '<-loopback>' },
      viewport: { width: 1200, height: 900 },
      serviceWorkers: isInstallable ? 'allow' : 'block',
      // Turns off transitions and the typing effect.
      reducedMotion: 'reduce',
    });
    const keeper = await context.newPage();
    await keeper.goto('/robots.txt', { timeout: 60_000 });
    const protocol = await context.newCDPSession(keeper);
    return new DeviceBrowser(url, isInstallable, context, network, keeper, protocol);
  }

  /** Forgets everything, and signs in with a session as the app stores it. */
  async prepare(session: string): Promise<void> {
    for (const page of this.context.pages()) if (page !== this.#keeper) await page.close();
    this.network.reset();
    await this.context.setOffline(false);
    const storageTypes = this.isInstallable ? 'cookies,file_systems,indexeddb,local_storage' : 'all';
    await this.#protocol.send('Storage.clearDataForOrigin', { origin: this.#url, storageTypes });
    await this.#keeper.evaluate((stored) => {
      localStorage.clear();
      localStorage.setItem('clover-session', stored);
    }, session);
  }

  async close(): Promise<void> {
    await this.context.close();
    await this.network.close();
  }
}
