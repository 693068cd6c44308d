import { z } from 'zod';
import { json } from '../http/json.ts';

/** The only paths that the owner's window may use. */
const servedPaths = /^\/(auth|rest|storage|functions)\/v1\//;

/** The auth routes that are useful for an owner, who has no password, email or other device. */
const openAuthRoutes: ReadonlySet<string> = new Set([
  'GET /user',
  'PUT /user',
  'GET /settings',
  'GET /health',
]);

/** Other calls that an owner may not make. They would end the account or session, or create an API key. */
const refusedPaths: ReadonlySet<string> = new Set([
  '/functions/v1/account/delete',
  '/functions/v1/account/api-keys/create',
  '/rest/v1/rpc/end_session',
]);

const credentials = z.object({
  email: z.string().min(1).nullish(),
  phone: z.string().min(1).nullish(),
  password: z.string().min(1).nullish(),
});

/** Checks whether an update of the account changes how to sign in. The auth service refuses invalid bodies. */
async function changesSignIn(request: Request): Promise<boolean> {
  const body = await request
    .clone()
    .json()
    .catch(() => null);
  const update = credentials.safeParse(body);
  if (!update.success) return typeof body === 'object' && body !== null;
  return Object.values(update.data).some((value) => typeof value === 'string');
}

/** Builds a refusal for the clients of all services. Each client reads a different field of the body. */
const refuse = (message: string): Response =>
  json(
    { code: 403, error_code: 'owner_mode', msg: message, message, error: { code: 'owner_mode', message } },
    403,
  );

/** Returns a refusal if the owner's service doesn't support the request, otherwise null. */
export async function refusalOf(request: Request): Promise<Response | null> {
  const { pathname, searchParams } = new URL(request.url);
  if (!servedPaths.test(pathname)) return json({ message: 'Not found' }, 404);
  if (refusedPaths.has(pathname))
    return refuse(
      "You can't delete the account on this computer or sign out of it. To start over, erase all data.",
    );
  if (!pathname.startsWith('/auth/v1/')) return null;
  const route = `${request.method} ${pathname.slice('/auth/v1'.length)}`;
  if (route === 'POST /token' && searchParams.get('grant_type') === 'refresh_token') return null;
  const isOpen = openAuthRoutes.has(route) && !(route === 'PUT /user' && (await changesSignIn(request)));
  return isOpen
    ? null
    : refuse("This isn't available on this computer, because you don't need to sign in here.");
}
