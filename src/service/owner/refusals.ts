import { z } from 'zod';
import { json } from '../http/json.ts';

/** The paths that the owner's window uses; the service has no others for it. */
const servedPaths = /^\/(auth|rest|functions)\/v1\//;

/** What the auth service still does for an owner, who has no password, no address and no other device. */
const openAuthRoutes: ReadonlySet<string> = new Set([
  'GET /user',
  'PUT /user',
  'GET /settings',
  'GET /health',
]);

/** Beyond the auth service, what ends the owner's account or their session. */
const closedCalls: ReadonlySet<string> = new Set([
  '/functions/v1/account/delete',
  '/functions/v1/account/api-keys/create',
  '/rest/v1/rpc/end_session',
]);

const credentials = z.object({
  email: z.string().min(1).nullish(),
  phone: z.string().min(1).nullish(),
  password: z.string().min(1).nullish(),
});

/** Whether an update of the own account changes how one signs in. What is no update at all is for the auth service to say. */
async function changesSignIn(request: Request): Promise<boolean> {
  const body = await request
    .clone()
    .json()
    .catch(() => null);
  const update = credentials.safeParse(body);
  if (!update.success) return typeof body === 'object' && body !== null;
  return Object.values(update.data).some((value) => typeof value === 'string');
}

/** In the shapes of the three services at once: the clients read the sentence where they expect it. */
const refuse = (message: string): Response =>
  json(
    { code: 403, error_code: 'owner_mode', msg: message, message, error: { code: 'owner_mode', message } },
    403,
  );

/** Why the service does not do this for the owner of the computer, as its answer; null when it does. */
export async function refusalOf(request: Request): Promise<Response | null> {
  const { pathname, searchParams } = new URL(request.url);
  if (!servedPaths.test(pathname)) return json({ message: 'Not found' }, 404);
  if (closedCalls.has(pathname))
    return refuse(
      'This computer has one owner, whose account and session stay. You can erase all data instead.',
    );
  if (!pathname.startsWith('/auth/v1/')) return null;
  const route = `${request.method} ${pathname.slice('/auth/v1'.length)}`;
  if (route === 'POST /token' && searchParams.get('grant_type') === 'refresh_token') return null;
  const isOpen = openAuthRoutes.has(route) && !(route === 'PUT /user' && (await changesSignIn(request)));
  return isOpen
    ? null
    : refuse('This computer has one owner, who signs in without an account. This is not available here.');
}
