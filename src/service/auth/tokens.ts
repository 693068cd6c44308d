import { errors, jwtVerify, SignJWT } from 'jose';
import type { Claims } from '../database/database.ts';
import { accessTokenSeconds } from './settings.ts';
import type { UserRow } from './users.ts';

/** How the user signed in, and when (seconds since 1970). */
export interface AuthenticationMethod {
  readonly method: string;
  readonly timestamp: number;
}

export interface TokenSession {
  readonly id: string;
  readonly aal: 'aal1' | 'aal2';
  /** Sorted from newest to oldest, as supabase-js expects. */
  readonly amr: readonly AuthenticationMethod[];
}

export interface AccessClaims extends Claims {
  readonly role: 'authenticated';
  readonly sub: string;
  readonly session_id: string;
  readonly exp: number;
  readonly iat: number;
}

export type TokenProblem = 'expired' | 'invalid';

export interface Tokens {
  sign(user: UserRow, session: TokenSession): Promise<{ readonly token: string; readonly expiresAt: number }>;
  verify(token: string): Promise<AccessClaims | TokenProblem>;
}

const algorithm = 'HS256';
const audience = 'authenticated';
/** RFC 7518 §3.2: an HS256 key must be at least as long as the hash. */
const minimumSecretBytes = 32;

const isAccessClaims = (payload: Readonly<Record<string, unknown>>): payload is AccessClaims =>
  payload['role'] === 'authenticated' &&
  typeof payload['sub'] === 'string' &&
  typeof payload['session_id'] === 'string' &&
  typeof payload['exp'] === 'number' &&
  typeof payload['iat'] === 'number';

/** Signs and verifies access tokens with the hosted service's claims. Throws if the secret is too short. */
export function createTokens(options: {
  readonly secret: string;
  readonly issuer: () => string;
  readonly clock: () => Date;
  readonly onVerified: (claims: AccessClaims) => void;
}): Tokens {
  const key = new TextEncoder().encode(options.secret);
  if (key.length < minimumSecretBytes)
    throw new Error(`The JWT secret needs at least ${minimumSecretBytes} bytes.`);

  return {
    async sign(user, session) {
      const issuedAt = Math.floor(options.clock().getTime() / 1000);
      const expiresAt = issuedAt + accessTokenSeconds;
      const token = await new SignJWT({
        email: user.email ?? '',
        phone: user.phone ?? '',
        app_metadata: user.raw_app_meta_data,
        user_metadata: user.raw_user_meta_data,
        role: 'authenticated',
        aal: session.aal,
        amr: session.amr,
        session_id: session.id,
        is_anonymous: user.is_anonymous,
      })
        .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
        .setIssuer(options.issuer())
        .setSubject(user.id)
        .setAudience(audience)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(key);
      return { token, expiresAt };
    },
    async verify(token) {
      try {
        // The issuer is not checked, because it contains the port and the public URL, which may change between starts.
        // No other installation has the secret.
        const { payload } = await jwtVerify(token, key, {
          algorithms: [algorithm],
          audience,
          currentDate: options.clock(),
        });
        if (!isAccessClaims(payload)) return 'invalid';
        options.onVerified(payload);
        return payload;
      } catch (error) {
        return error instanceof errors.JWTExpired ? 'expired' : 'invalid';
      }
    },
  };
}
