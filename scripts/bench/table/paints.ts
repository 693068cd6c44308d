// Measures when pages appear on a slow device with a slow network: the landing page compared with the same HTML without
// scripts, and the chat with an empty and with a filled cache.
import type { Browser, Page } from 'playwright';
import { openWithoutCache } from '../../budget/page-load.ts';
import { measureSignIn } from '../../budget/sign-in.ts';
import { openBrowser } from '../../lib/browser.ts';
import { median } from '../../prove/lib/figures.ts';
import { builtService, startServiceProcess } from '../../prove/lib/service-process.ts';
import { onSlowDevice } from '../lib/page-time.ts';
import { reportRows } from './report.ts';
import { startTwin } from './twin.ts';

const LANDING_ROUNDS = 5;
const CHAT_ROUNDS = 3;

/** "Slow 4G" of the browser's developer tools. */
const slow4G = {
  offline: false,
  latency: 150 * 3.75,
  downloadThroughput: (1.6e6 / 8) * 0.9,
  uploadThroughput: (750e3 / 8) * 0.9,
};

async function slowNetwork(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', slow4G);
}

/** Runs in the page. */
const firstPaint = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN;

/** Runs in the page. Resolves to the time of the largest paint so far. */
function largestPaint(): Promise<number> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    });
  });
}

async function timeLanding(browser: Browser, url: string): Promise<number> {
  const page = await openWithoutCache(browser);
  await slowNetwork(page);
  const time = await onSlowDevice(page, async () => {
    await page.goto(url, { waitUntil: 'load' });
    return page.evaluate(firstPaint);
  });
  await page.context().close();
  return time;
}

async function timeChat(page: Page, url: string): Promise<number> {
  await slowNetwork(page);
  return onSlowDevice(page, async () => {
    await page.goto(url);
    await page.getByText('What can I help with?').waitFor();
    await page.getByRole('textbox', { name: 'Message', exact: true }).waitFor();
    await page.waitForLoadState('networkidle');
    return page.evaluate(largestPaint);
  });
}

const service = await startServiceProcess(builtService);
const twin = await startTwin(service.url);
const browser = await openBrowser();
try {
  const whole: number[] = [];
  const plain: number[] = [];
  for (let round = 0; round < LANDING_ROUNDS; round += 1) {
    whole.push(await timeLanding(browser, twin.whole));
    plain.push(await timeLanding(browser, twin.withoutScripts));
  }

  const { session } = await measureSignIn(browser, service.url);
  const url = `${service.url}/chat`;
  const cold: number[] = [];
  for (let round = 0; round < CHAT_ROUNDS; round += 1) {
    const page = await openWithoutCache(browser, session);
    cold.push(await timeChat(page, url));
    await page.context().close();
  }
  // A returning user has the service worker and its files.
  const context = await browser.newContext({ storageState: session });
  const page = await context.newPage();
  await page.goto(url);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.close();
  const warm: number[] = [];
  for (let round = 0; round < CHAT_ROUNDS; round += 1) {
    const next = await context.newPage();
    warm.push(await timeChat(next, url));
    await next.close();
  }
  const seconds = { unit: 's' };
  reportRows([
    {
      work: 'Landing: first paint against the same HTML without scripts',
      unit: 'x',
      budget: 1.15,
      figure: median(whole) / median(plain),
    },
    {
      ...seconds,
      work: 'Chat: largest paint, slow 4G, 4x CPU, cold',
      budget: 2.5,
      figure: median(cold) / 1000,
    },
    {
      ...seconds,
      work: 'Chat: largest paint, slow 4G, 4x CPU, warm',
      budget: 1,
      figure: median(warm) / 1000,
    },
  ]);
} finally {
  await browser.close();
  twin.close();
  await service.stop();
}
