// Records the app's requests to the service, from the sign-in button until the chat shows its data.
import type { Browser } from 'playwright';
import { followRequests, openWithoutCache, type StoredSession } from './page-load.ts';

interface SignIn {
  readonly requests: readonly string[];
  readonly session: StoredSession;
}

const service = /^\/(?:auth|rest|functions|storage)\/v1\//;

export async function measureSignIn(browser: Browser, url: string): Promise<SignIn> {
  const page = await openWithoutCache(browser);
  const quiet = followRequests(page);
  await page.goto(`${url}/signin`);
  await quiet();
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (service.test(pathname)) requests.push(`${request.method()} ${pathname}`);
  });
  await page.getByRole('button', { name: 'Try Demo' }).click();
  await page.getByText('What can I help with?').waitFor();
  await quiet();
  const session = await page.context().storageState();
  await page.context().close();
  return { requests, session };
}
