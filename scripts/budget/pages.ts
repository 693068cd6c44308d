// Measures each page of the built web app, and the way from sign-in to the chat.
import type { Browser } from 'playwright';
import { measureLoad, openWithoutCache, type PageLoad, type StoredSession } from './page-load.ts';
import { measureSignIn } from './sign-in.ts';

export interface PageLoads {
  readonly loads: Readonly<Record<'landing' | 'sign-in' | 'chat', PageLoad>>;
  /** The app's requests to the service from sign-in to the chat with its data. */
  readonly requests: readonly string[];
}

interface Opening {
  readonly url: string;
  /** See `measureLoad`. */
  readonly until?: string;
  readonly session?: StoredSession;
}

/** Opens a page in a browser without a cache. */
export async function measurePage(browser: Browser, { url, until, session }: Opening): Promise<PageLoad> {
  const page = await openWithoutCache(browser, session);
  const load = await measureLoad(page, { url, ...(until && { until }) });
  await page.context().close();
  return load;
}

export async function measurePages(browser: Browser, service: string): Promise<PageLoads> {
  const [landing, signIn] = await Promise.all([
    measurePage(browser, { url: `${service}/` }),
    measurePage(browser, { url: `${service}/signin` }),
  ]);
  // The smaller of two counts: a connection that is lost on a busy machine adds a request.
  const { session, requests: first } = await measureSignIn(browser, service);
  const { requests: second } = await measureSignIn(browser, service);
  const requests = first.length <= second.length ? first : second;
  const until = 'textarea[aria-label="Message"]:enabled';
  const chat = await measurePage(browser, { url: `${service}/chat`, until, session });
  return { loads: { landing, 'sign-in': signIn, chat }, requests };
}
