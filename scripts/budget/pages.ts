// Measures each page of the built web app, and the path from sign-in to the chat.
import type { Browser } from 'playwright';
import { startApp } from '../../e2e/support/start-app.ts';
import type { budgets } from './budgets.ts';
import {
  type Loading,
  measureLoad,
  openWithoutCache,
  type PageLoad,
  type StoredSession,
} from './page-load.ts';
import { measureSignIn } from './sign-in.ts';

export interface PageLoads {
  readonly loads: Readonly<Record<keyof typeof budgets, PageLoad>>;
  /** The app's requests to the service from sign-in to the chat with its data. */
  readonly requests: readonly string[];
}

interface Opening extends Loading {
  readonly session?: StoredSession;
}

/** Measures a page in a browser without a cache. */
export async function measurePage(browser: Browser, { session, ...loading }: Opening): Promise<PageLoad> {
  const page = await openWithoutCache(browser, session);
  const load = await measureLoad(page, loading);
  await page.context().close();
  return load;
}

export async function measurePages(browser: Browser, service: string): Promise<PageLoads> {
  const [landing, used, signIn] = await Promise.all([
    measurePage(browser, { url: `${service}/` }),
    measurePage(browser, { url: `${service}/`, use: startApp }),
    measurePage(browser, { url: `${service}/signin` }),
  ]);
  // Use the smaller of two counts: a lost connection on a busy machine adds a request.
  const { session, requests: first } = await measureSignIn(browser, service);
  const { requests: second } = await measureSignIn(browser, service);
  const requests = first.length <= second.length ? first : second;
  const until = 'textarea[aria-label="Message"]:enabled';
  const chat = await measurePage(browser, { url: `${service}/chat`, until, session });
  return { loads: { landing, 'landing in use': used, 'sign-in': signIn, chat }, requests };
}
