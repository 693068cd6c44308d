// The app's requests to the service, from the sign-in button to the chat with its data.
import type { Browser } from 'playwright';
import { followRequests, openCold, type Session } from './page-load.ts';

interface SignIn {
  /** Paths of the requests, in order. */
  readonly requests: readonly string[];
  readonly session: Session;
}

const service = /^\/(?:auth|rest|functions|storage)\/v1\//;

/** Signs a guest in. */
export async function measureSignIn(browser: Browser, url: string): Promise<SignIn> {
  const page = await openCold(browser);
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
