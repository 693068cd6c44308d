import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright';
import { openBrowser } from '../../lib/browser.ts';
import { builtService, startServiceProcess, type ServiceProcess } from './service-process.ts';

const sessionKey = 'clover-session';

interface StoredSession {
  readonly refresh_token: string;
  readonly expires_at: number;
}

export interface PageRounds {
  /** The number of different refresh tokens that the pages received in each round. */
  readonly rotations: readonly number[];
  /** The number of refresh requests in all rounds. */
  readonly requests: number;
  /** The number of pages that were redirected to sign-in. */
  readonly signedOut: number;
}

const readSession = (page: Page): Promise<StoredSession | null> =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null') as StoredSession | null, sessionKey);

/** Opens tabs of one browser on the settings, all with one guest's session. */
async function openPages(context: BrowserContext, service: ServiceProcess, count: number): Promise<Page[]> {
  const { url } = service;
  const { data, error } = await service.newClient().auth.signInAnonymously();
  if (error) throw error;
  const first = await context.newPage();
  await first.goto(`${url}/privacy`);
  await first.evaluate(([key, value]) => localStorage.setItem(key, value), [
    sessionKey,
    JSON.stringify(data.session),
  ] as const);
  const pages = [first, ...(await Promise.all(Array.from({ length: count - 1 }, () => context.newPage())))];
  for (const page of pages) {
    await page.goto(`${url}/account`);
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  }
  return pages;
}

/**
 * Opens the built app in many tabs of one browser. In every round, their shared session has expired and all tabs
 * become visible at the same time, as when a laptop wakes up, so each tab's auth client checks the session.
 */
export async function runPageRounds(plan: {
  readonly pages: number;
  readonly rounds: number;
}): Promise<PageRounds> {
  const service = await startServiceProcess(builtService);
  const browser = await openBrowser();
  try {
    const context = await browser.newContext();
    const pages = await openPages(context, service, plan.pages);
    const answers: Promise<string>[] = [];
    let open = 0;
    const isRefresh = (url: string) => url.includes('grant_type=refresh_token');
    context.on('request', (request) => void (open += isRefresh(request.url()) ? 1 : 0));
    context.on('requestfailed', (request) => void (open -= isRefresh(request.url()) ? 1 : 0));
    context.on('response', (response) => {
      if (!isRefresh(response.url())) return;
      open -= 1;
      answers.push(
        response
          .json()
          .then(
            ({ refresh_token: token }: Partial<StoredSession>) => token ?? `refused ${response.status()}`,
          ),
      );
    });

    const rotations: number[] = [];
    for (let round = 0; round < plan.rounds; round += 1) {
      const from = answers.length;
      await pages[0]?.evaluate((key) => {
        const session = JSON.parse(localStorage.getItem(key) ?? '{}') as object;
        const expires_at = Math.floor(Date.now() / 1000) + 1;
        localStorage.setItem(key, JSON.stringify({ ...session, expires_at }));
      }, sessionKey);
      await Promise.all(
        pages.map((page) => page.evaluate(`void window.dispatchEvent(new Event('visibilitychange'))`)),
      );
      // The round ends when no request is running and no more follow.
      for (let quiet = 0; quiet < 5; quiet = open > 0 || answers.length === from ? 0 : quiet + 1)
        await pause(100);
      rotations.push(new Set(await Promise.all(answers.slice(from))).size);
    }
    const session = pages[0] ? await readSession(pages[0]) : null;
    const left = pages.filter((page) => session === null || new URL(page.url()).pathname !== '/account');
    return { rotations, requests: answers.length, signedOut: left.length };
  } finally {
    await browser.close();
    await service.stop();
  }
}
