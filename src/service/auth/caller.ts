import type { Queryable } from '../database/database.ts';
import { bearerOf } from '../http/credentials.ts';
import type { AuthCall, AuthContext } from './context.ts';
import { AuthFailure } from './failure.ts';
import type { AccessClaims } from './tokens.ts';
import { isBanned, userColumns, type UserRow } from './users.ts';

/** Throws not_admin unless the request carries the secret key, and no user's token beside it. */
export function requireServiceRole({ request, keyRole }: AuthCall): void {
  const bearer = bearerOf(request);
  // supabase-js sends the key itself as bearer; anything else there is a user who acts through somebody's secret key.
  const speaksForKey = bearer === null || bearer === request.headers.get('apikey');
  if (keyRole !== 'service_role' || !speaksForKey)
    throw new AuthFailure(403, 'not_admin', 'User not allowed');
}

export interface SignedIn {
  readonly user: UserRow;
  readonly sessionId: string;
  /** When the session began. */
  readonly startedAt: Date;
  /** What the session has proved by now; the token may be older. */
  readonly aal: 'aal1' | 'aal2';
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The user of a token, and whether the session of it still exists; null when the user does not. */
async function findSession(
  database: Queryable,
  claims: Pick<AccessClaims, 'sub' | 'session_id'>,
): Promise<(Omit<SignedIn, 'sessionId'> & { readonly isLive: boolean }) | null> {
  if (!uuid.test(claims.sub) || !uuid.test(claims.session_id)) return null;
  const [row] = await database.query<
    UserRow & {
      readonly is_live: boolean;
      readonly session_aal: 'aal1' | 'aal2' | null;
      readonly session_created_at: string | null;
    }
  >(
    `select ${userColumns}, s.id is not null as is_live, s.aal::text as session_aal,
       s.created_at as session_created_at
     from auth.users u left join auth.sessions s on s.id = $2 and s.user_id = u.id
     where u.id = $1`,
    [claims.sub, claims.session_id],
  );
  if (!row) return null;
  const { is_live: isLive, session_aal: aal, session_created_at: startedAt, ...user } = row;
  return { user, isLive, aal: aal ?? 'aal1', startedAt: new Date(startedAt ?? 0) };
}

/** Whether session and user of a token exist and the user is not banned: two primary keys, nothing else is read. */
export async function isSessionLive(
  database: Queryable,
  claims: Pick<AccessClaims, 'sub' | 'session_id'>,
  now: Date,
): Promise<boolean> {
  if (!uuid.test(claims.sub) || !uuid.test(claims.session_id)) return false;
  const rows = await database.query(
    `select from auth.sessions s join auth.users u on u.id = s.user_id
     where s.id = $1 and u.id = $2 and (u.banned_until is null or u.banned_until <= $3)`,
    [claims.session_id, claims.sub, now.toISOString()],
  );
  return rows.length > 0;
}

/** Whether the session of a token exists. */
export async function hasSession(
  database: Queryable,
  claims: Pick<AccessClaims, 'sub' | 'session_id'>,
): Promise<boolean> {
  if (!uuid.test(claims.sub) || !uuid.test(claims.session_id)) return false;
  const rows = await database.query('select from auth.sessions where id = $1 and user_id = $2', [
    claims.session_id,
    claims.sub,
  ]);
  return rows.length > 0;
}

export const sessionNotFound = () =>
  new AuthFailure(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');

/** Whoever the bearer stands for, if the token is valid and its session lives; throws hosted's refusals. */
export async function requireSession(call: AuthCall, context: AuthContext): Promise<SignedIn> {
  const bearer = bearerOf(call.request);
  if (!bearer) throw new AuthFailure(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  const claims = await context.tokens.verify(bearer);
  if (typeof claims === 'string') {
    const reason = claims === 'expired' ? ', token has invalid claims: token is expired' : '';
    throw new AuthFailure(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature${reason}`);
  }
  const found = await findSession(context.database, claims);
  if (!found) throw new AuthFailure(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  if (!found.isLive) throw sessionNotFound();
  const { user, aal, startedAt } = found;
  return { user, aal, startedAt, sessionId: claims.session_id };
}

/** Like requireSession, and refuses the banned. */
export async function requireUser(call: AuthCall, context: AuthContext): Promise<SignedIn> {
  const signedIn = await requireSession(call, context);
  if (isBanned(signedIn.user, context.clock())) throw new AuthFailure(403, 'user_banned', 'User is banned');
  return signedIn;
}
