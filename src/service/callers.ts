import type { TokenProblem } from './auth/tokens.ts';
import type { ApiRole, Claims } from './database/database.ts';
import { bearerOf, isSameSecret } from './http/credentials.ts';
import { json } from './http/json.ts';
import type { Secrets } from './secrets.ts';

export interface Caller {
  /** The API key's role: anon for the publishable key, service_role for the secret one. */
  readonly keyRole: ApiRole;
  /** The claims of the user's token, or only the key's role if there is no token. */
  readonly claims: Claims;
}

/** Returns the role of an API key, or null if the key doesn't belong to this installation. */
export const createKeyCheck =
  (secrets: Secrets) =>
  (key: string): ApiRole | null => {
    if (isSameSecret(key, secrets.publishableKey)) return 'anon';
    if (isSameSecret(key, secrets.secretKey)) return 'service_role';
    return null;
  };

/** Builds PostgREST's response to an expired or invalid token. */
function tokenRefusal(token: string, problem: TokenProblem): Response {
  const parts = token.split('.').length;
  const [code, message] =
    problem === 'expired'
      ? ['PGRST303', 'JWT expired']
      : [
          'PGRST301',
          parts === 3 ? 'No suitable key or wrong key type' : `Expected 3 parts in JWT; got ${parts}`,
        ];
  return json({ code, message, details: null, hint: null }, 401, {
    'www-authenticate': `Bearer error="invalid_token", error_description="${message}"`,
  });
}

/** Identifies the caller like the hosted service. Resolves to a refusal if the key or token is not valid. */
export function createCallerCheck(
  keyRole: (key: string) => ApiRole | null,
  verifyToken: (token: string) => Promise<Claims | TokenProblem>,
): (request: Request) => Promise<Caller | Response> {
  return async (request) => {
    const bearer = bearerOf(request);
    const apiKey = request.headers.get('apikey') ?? new URL(request.url).searchParams.get('apikey') ?? bearer;
    if (!apiKey) {
      return json(
        {
          message: 'No API key found in request',
          hint: 'No `apikey` request header or url param was found.',
        },
        401,
      );
    }
    const role = keyRole(apiKey);
    if (!role) return json({ message: 'Invalid API key', hint: 'Double check your API key.' }, 401);
    // The secret key bypasses row-level security and would be public in a browser.
    if (role === 'service_role' && /mozilla/i.test(request.headers.get('user-agent') ?? '')) {
      return json(
        { message: 'Forbidden use of secret API key in browser', hint: 'Use the publishable key instead.' },
        401,
      );
    }
    if (!bearer || keyRole(bearer) !== null) return { keyRole: role, claims: { role } };
    const claims = await verifyToken(bearer);
    if (typeof claims === 'string') return tokenRefusal(bearer, claims);
    return { keyRole: role, claims };
  };
}
