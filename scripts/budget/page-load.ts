// Measures what a browser without a cache loads when it opens a page of the built web app.
import type { Browser, Page } from 'playwright';
import { type TimedRequest, wavesOf } from './waves.ts';

export interface PageLoad {
  /** The transferred size of JS and CSS, in kB. */
  readonly kilobytes: number;
  /** The number of requests, including the page's own. */
  readonly requests: number;
  /** Rounds of requests after the page's own. Each round waits for a response of the previous one. */
  readonly waves: number;
  /** The share of JS and CSS that was not used, from 0 to 1. */
  readonly unused: number;
  /** The path of each request after the page's own. */
  readonly files: readonly string[];
}

export type StoredSession = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>;

/**
 * Every request takes at least this many milliseconds. This is longer than a busy machine needs to run the code of
 * one round, so that rounds of requests don't overlap.
 */
const LATENCY = 1500;

/** A page is loaded once it has made no request for this many milliseconds. */
const QUIET = 1500;

/** Resolves when the page has made no request for a while. Call it before the first request. */
export function followRequests(page: Page): () => Promise<void> {
  let open = 0;
  let last = performance.now();
  const count = (change: number) => () => {
    open += change;
    last = performance.now();
  };
  page.on('request', count(1)).on('requestfinished', count(-1)).on('requestfailed', count(-1));
  return async () => {
    while (open > 0 || performance.now() - last < QUIET) await new Promise((done) => setTimeout(done, 50));
  };
}

/** Opens a page without a cache or a service worker, for a signed-in user or a visitor. */
export async function openWithoutCache(browser: Browser, session?: StoredSession): Promise<Page> {
  const context = await browser.newContext({
    serviceWorkers: 'block',
    viewport: { width: 1440, height: 900 },
    ...(session && { storageState: session }),
  });
  return context.newPage();
}

export interface Loading {
  readonly url: string;
  /** A visitor's actions once the page has loaded. */
  readonly use?: (page: Page) => Promise<void>;
  /** Only requests that start before this element appears count. Without an element, all requests count. */
  readonly until?: string;
}

export async function measureLoad(page: Page, { url, use, until }: Loading): Promise<PageLoad> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  const unlimited = { downloadThroughput: -1, uploadThroughput: -1 };
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY,
    ...unlimited,
  });
  const quiet = followRequests(page);
  if (until) await page.addInitScript(markElement, until);
  await Promise.all([page.coverage.startJSCoverage(), page.coverage.startCSSCoverage()]);
  await page.goto(url);
  if (until) await page.locator(until).first().waitFor();
  await quiet();
  if (use) {
    await use(page);
    await quiet();
  }
  await page.evaluate(nextIdle);
  const unused = await stopCoverage(page);
  const { resources, opened } = await page.evaluate(readResources);
  const loaded = resources.filter(
    // The browser may load the icon at any time, so it doesn't count.
    ({ name, start }) => start <= (opened ?? Infinity) && !name.startsWith('/favicon'),
  );
  const code = loaded.filter(({ name }) => /\.(?:js|css)$/.test(name));
  return {
    kilobytes: code.reduce((sum, { bytes }) => sum + bytes, 0) / 1000,
    requests: loaded.length + 1,
    waves: wavesOf(loaded),
    unused,
    files: loaded.map(
      ({ name, bytes, start }) => `${(bytes / 1000).toFixed(1)} kB at ${start.toFixed()} ms: ${name}`,
    ),
  };
}

interface Resource extends TimedRequest {
  readonly name: string;
  readonly bytes: number;
}

/** Runs in the page. Resolves when the page's code is idle. */
function nextIdle(): Promise<void> {
  return new Promise((resolve) => {
    requestIdleCallback(() => requestIdleCallback(() => resolve()));
  });
}

/** Runs in the page. */
function markElement(selector: string): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector(selector)) return;
    performance.mark('opened');
    observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true, attributes: true });
}

/** Runs in the page. */
function readResources(): { readonly resources: readonly Resource[]; readonly opened?: number } {
  const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const [opened] = performance.getEntriesByName('opened');
  return {
    resources: resources.map(({ name, startTime, responseEnd, encodedBodySize }) => ({
      name: new URL(name).pathname,
      start: startTime,
      end: responseEnd,
      bytes: encodedBodySize,
    })),
    ...(opened && { opened: opened.startTime }),
  };
}

async function stopCoverage(page: Page): Promise<number> {
  const [scripts, styles] = await Promise.all([
    page.coverage.stopJSCoverage(),
    page.coverage.stopCSSCoverage(),
  ]);
  const parts = [
    ...scripts.map(({ source = '', functions }) => {
      const isUsed = new Uint8Array(source.length);
      // An outer range comes before the ranges inside it.
      for (const { startOffset, endOffset, count } of functions.flatMap(({ ranges }) => ranges))
        isUsed.fill(count > 0 ? 1 : 0, startOffset, endOffset);
      return { total: source.length, used: isUsed.reduce((sum, bit) => sum + bit, 0) };
    }),
    ...styles.map(({ text = '', ranges }) => ({
      total: text.length,
      used: ranges.reduce((sum, { start, end }) => sum + end - start, 0),
    })),
  ];
  const total = parts.reduce((sum, part) => sum + part.total, 0);
  return 1 - parts.reduce((sum, part) => sum + part.used, 0) / total;
}
