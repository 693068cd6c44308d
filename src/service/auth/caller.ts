import type { Claims, Queryable } from '../database/database.ts';
import { bearerOf } from '../http/credentials.ts';
import type { AuthCall, AuthContext } from './context.ts';
import { AuthFailure, sessionNotFound, userBanned, userNotFound } from './failure.ts';
import { isBanned, userColumns, type UserRow } from './users.ts';

/** Throws not_admin unless the request has the secret key and no user's token. */
export function requireServiceRole({ request, keyRole }: AuthCall): void {
  const bearer = bearerOf(request);
  // supabase-js sends the secret key itself as the bearer token. Any other bearer token is a user's.
  const isKeyItself = bearer === null || bearer === request.headers.get('apikey');
  if (keyRole !== 'service_role' || !isKeyItself) throw new AuthFailure(403, 'not_admin', 'User not allowed');
}

export interface SignedInCaller {
  readonly user: UserRow;
  readonly sessionId: string;
  readonly startedAt: Date;
  /** The session's current assurance level. The token may contain an earlier one. */
  readonly aal: 'aal1' | 'aal2';
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const hasUuids = ({ sub, session_id: id }: Claims) => uuid.test(sub ?? '') && uuid.test(id ?? '');

/** Checks that a token's user and session exist and the user isn't banned. Reads only two rows, by primary key. */
export async function isSessionLive(database: Queryable, claims: Claims, now: Date): Promise<boolean> {
  if (!hasUuids(claims)) return false;
  const rows = await database.query(
    `select from auth.sessions s join auth.users u on u.id = s.user_id
     where s.id = $1 and u.id = $2 and (u.banned_until is null or u.banned_until <= $3)`,
    [claims.session_id, claims.sub, now.toISOString()],
  );
  return rows.length > 0;
}

/** Checks that a token's session exists, even if the user is banned. */
export async function hasSession(database: Queryable, claims: Claims): Promise<boolean> {
  if (!hasUuids(claims)) return false;
  const rows = await database.query('select from auth.sessions where id = $1 and user_id = $2', [
    claims.session_id,
    claims.sub,
  ]);
  return rows.length > 0;
}

/** Returns the user and the session of the bearer token. Throws the hosted service's errors if either is invalid. */
export async function requireSession(call: AuthCall, context: AuthContext): Promise<SignedInCaller> {
  const bearer = bearerOf(call.request);
  if (!bearer) throw new AuthFailure(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  const claims = await context.tokens.verify(bearer);
  if (typeof claims === 'string') {
    const reason = claims === 'expired' ? ', token has invalid claims: token is expired' : '';
    throw new AuthFailure(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature${reason}`);
  }
  const [row] = hasUuids(claims)
    ? await context.database.query<
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
      )
    : [];
  if (!row) throw userNotFound();
  const { is_live: isLive, session_aal: aal, session_created_at: startedAt, ...user } = row;
  if (!isLive) throw sessionNotFound();
  return { user, aal: aal ?? 'aal1', startedAt: new Date(startedAt ?? 0), sessionId: claims.session_id };
}

/** Like `requireSession`, but also refuses banned users. */
export async function requireUser(call: AuthCall, context: AuthContext): Promise<SignedInCaller> {
  const signedIn = await requireSession(call, context);
  if (isBanned(signedIn.user, context.clock())) throw userBanned();
  return signedIn;
}
