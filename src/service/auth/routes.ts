import { json } from '../http/json.ts';
import {
  createUser,
  deleteFactorOfUser,
  deletePasskeyOfUser,
  deleteUser,
  getUserById,
  listFactorsOfUser,
  listPasskeysOfUser,
  listUsers,
  updateUserById,
} from './admin-users.ts';
import type { AuthHandler, AuthRoute } from './context.ts';
import { getUser, unlinkIdentity, updateUser } from './current-user.ts';
import { disabledRoutes } from './disabled-features.ts';
import { requestRecovery, resendEmail, sendOneTimeCode } from './email-requests.ts';
import { enrollFactor, unenrollFactor } from './factor-enrollment.ts';
import { challengeFactor, verifyFactor } from './factor-verification.ts';
import { generateLink } from './generated-links.ts';
import { invite } from './invite.ts';
import { startPasskeyAuthentication, verifyPasskeyAuthentication } from './passkeys/authentication.ts';
import { deletePasskey, listPasskeys, renamePasskey } from './passkeys/management.ts';
import { startPasskeyRegistration, verifyPasskeyRegistration } from './passkeys/registration.ts';
import { relyingPartyOf } from './passkeys/relying-party.ts';
import { reauthenticate } from './reauthentication.ts';
import { handleToken } from './sign-in.ts';
import { signOut } from './sign-out.ts';
import { signUp } from './sign-up.ts';
import { followVerificationLink, verify } from './verify.ts';

/** `GET /settings`: lists the enabled sign-in methods. */
const getSettings: AuthHandler = async (_call, { settings, confirmEmail, siteUrl }) =>
  json({
    external: { anonymous_users: settings.guestsAllowed, email: true, phone: false },
    disable_signup: !settings.signupOpen,
    mailer_autoconfirm: !confirmEmail,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
    passkeys_enabled: relyingPartyOf(siteUrl()) !== null,
  });

/** `GET /health`: unlike `/readyz`, doesn't check the database. */
const getHealth: AuthHandler = async () =>
  json({ name: 'Clover Auth', description: 'Accounts and sessions of the embedded service' });

/**
 * `GET /.well-known/jwks.json`: returns an empty list, because tokens are signed with a secret and there is no public
 * key (AUTH-026).
 */
const getKeys: AuthHandler = async () => json({ keys: [] });

const routes: readonly AuthRoute[] = [
  ['POST', '/signup', signUp],
  ['POST', '/token', handleToken],
  ['POST', '/logout', signOut],
  ['GET', '/user', getUser],
  ['PUT', '/user', updateUser],

  ['POST', '/otp', sendOneTimeCode],
  ['POST', '/magiclink', sendOneTimeCode],
  ['POST', '/recover', requestRecovery],
  ['POST', '/resend', resendEmail],
  ['GET', '/reauthenticate', reauthenticate],
  ['POST', '/verify', verify],
  ['GET', '/verify', followVerificationLink],
  ['POST', '/invite', invite],
  ['POST', '/admin/generate_link', generateLink],

  ['POST', '/admin/users', createUser],
  ['GET', '/admin/users', listUsers],
  ['GET', '/admin/users/:id', getUserById],
  ['PUT', '/admin/users/:id', updateUserById],
  ['DELETE', '/admin/users/:id', deleteUser],

  ['GET', '/settings', getSettings],
  ['GET', '/health', getHealth],
  ['GET', '/.well-known/jwks.json', getKeys],

  ['DELETE', '/user/identities/:id', unlinkIdentity],

  ['POST', '/factors', enrollFactor],
  ['DELETE', '/factors/:id', unenrollFactor],
  ['POST', '/factors/:id/challenge', challengeFactor],
  ['POST', '/factors/:id/verify', verifyFactor],
  ['GET', '/admin/users/:id/factors', listFactorsOfUser],
  ['DELETE', '/admin/users/:id/factors/:factor', deleteFactorOfUser],

  ['POST', '/passkeys/registration/options', startPasskeyRegistration],
  ['POST', '/passkeys/registration/verify', verifyPasskeyRegistration],
  ['POST', '/passkeys/authentication/options', startPasskeyAuthentication],
  ['POST', '/passkeys/authentication/verify', verifyPasskeyAuthentication],
  ['GET', '/passkeys', listPasskeys],
  ['PATCH', '/passkeys/:id', renamePasskey],
  ['DELETE', '/passkeys/:id', deletePasskey],
  ['GET', '/admin/users/:id/passkeys', listPasskeysOfUser],
  ['DELETE', '/admin/users/:id/passkeys/:passkey', deletePasskeyOfUser],
  ...disabledRoutes,
];

interface Route {
  readonly handler: AuthHandler;
  readonly path: Readonly<Record<string, string>>;
}

function match(pattern: readonly string[], parts: readonly string[]): Record<string, string> | null {
  if (pattern.length !== parts.length && pattern.at(-1) !== '*') return null;
  const parameters: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    if (expected === '*') return parameters;
    const actual = parts[index] ?? '';
    if (expected.startsWith(':')) parameters[expected.slice(1)] = actual;
    else if (expected !== actual) return null;
  }
  return parameters;
}

const patterns = routes.map(([method, path, handler]) => ({ method, parts: path.split('/'), handler }));

/**
 * Finds the handler of a path below `/auth/v1`. Returns `method` if the path exists only for other methods, and null if
 * it doesn't exist.
 */
export function findRoute(method: string, path: string): Route | 'method' | null {
  const parts = path.split('/');
  let isPathKnown = false;
  for (const pattern of patterns) {
    const named = match(pattern.parts, parts);
    if (!named) continue;
    if (pattern.method === method || pattern.method === '*') return { handler: pattern.handler, path: named };
    isPathKnown = true;
  }
  return isPathKnown ? 'method' : null;
}
