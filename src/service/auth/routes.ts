import { createUser, deleteUser, getUserById, listUsers, updateUserById } from './admin-users.ts';
import type { AuthHandler } from './context.ts';
import { getUser, updateUser } from './current-user.ts';
import { getHealth, getKeys, getSettings } from './information.ts';
import * as notEnabled from './not-enabled.ts';
import { token } from './sign-in.ts';
import { signOut } from './sign-out.ts';
import { signUp } from './sign-up.ts';

/** Method and path below `/auth/v1`; a part that begins with a colon names a parameter. */
const routes: readonly (readonly [method: string, path: string, handler: AuthHandler])[] = [
  ['POST', '/signup', signUp],
  ['POST', '/token', token],
  ['POST', '/logout', signOut],
  ['GET', '/user', getUser],
  ['PUT', '/user', updateUser],

  ['POST', '/admin/users', createUser],
  ['GET', '/admin/users', listUsers],
  ['GET', '/admin/users/:id', getUserById],
  ['PUT', '/admin/users/:id', updateUserById],
  ['DELETE', '/admin/users/:id', deleteUser],

  ['GET', '/settings', getSettings],
  ['GET', '/health', getHealth],
  ['GET', '/.well-known/jwks.json', getKeys],

  ['POST', '/otp', notEnabled.oneTimePasswords],
  ['POST', '/magiclink', notEnabled.emailLinks],
  ['POST', '/recover', notEnabled.emailLinks],
  ['POST', '/resend', notEnabled.emailLinks],
  ['GET', '/reauthenticate', notEnabled.emailLinks],
  ['GET', '/verify', notEnabled.verification],
  ['POST', '/verify', notEnabled.verification],
  ['POST', '/invite', notEnabled.emailLinks],
  ['POST', '/admin/generate_link', notEnabled.emailLinks],
  ['POST', '/sso', notEnabled.singleSignOn],
  ['GET', '/authorize', notEnabled.socialSignIn],
  ['GET', '/user/identities/authorize', notEnabled.identityLinking],
  ['DELETE', '/user/identities/:id', notEnabled.identityLinking],
  ['POST', '/factors', notEnabled.factorEnrolment],
  ['DELETE', '/factors/:id', notEnabled.factors],
  ['POST', '/factors/:id/challenge', notEnabled.factors],
  ['POST', '/factors/:id/verify', notEnabled.factors],
];

interface Route {
  readonly handler: AuthHandler;
  readonly path: Readonly<Record<string, string>>;
}

function match(pattern: readonly string[], parts: readonly string[]): Record<string, string> | null {
  if (pattern.length !== parts.length) return null;
  const named: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const actual = parts[index] ?? '';
    if (expected.startsWith(':')) named[expected.slice(1)] = actual;
    else if (expected !== actual) return null;
  }
  return named;
}

const patterns = routes.map(([method, path, handler]) => ({ method, parts: path.split('/'), handler }));

/** The handler of a path below `/auth/v1`; `method` when the path exists for other methods only, null when it does not. */
export function findRoute(method: string, path: string): Route | 'method' | null {
  const parts = path.split('/');
  let isPathKnown = false;
  for (const pattern of patterns) {
    const named = match(pattern.parts, parts);
    if (!named) continue;
    if (pattern.method === method) return { handler: pattern.handler, path: named };
    isPathKnown = true;
  }
  return isPathKnown ? 'method' : null;
}
