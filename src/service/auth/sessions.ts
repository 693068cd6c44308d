import { randomUUID } from 'node:crypto';
import type { Queryable } from '../database/database.ts';
import { toInet } from '../http/address.ts';
import { json } from '../http/json.ts';
import type { AuthContext, Visitor } from './context.ts';
import { rememberDevice } from './devices.ts';
import type { FlowMethod } from './flow-state.ts';
import { accessTokenSeconds } from './settings.ts';
import type { AuthenticationMethod, TokenSession } from './tokens.ts';
import { requireUserById, formatUser, type UserRow } from './users.ts';

const maximumUserAgent = 500;

const userAgentOf = (visitor: Visitor) => visitor.userAgent?.slice(0, maximumUserAgent) ?? null;

/** How a session was opened, in the hosted service's terms; `owner` is the user of the desktop app. */
export type SignInMethod = 'password' | 'passkey' | 'anonymous' | 'otp' | 'owner' | FlowMethod;

/** A new session for a client. This is the only place where its refresh token exists in plain text. */
export interface IssuedSession {
  readonly user: UserRow;
  readonly session: TokenSession;
  readonly refreshToken: string;
}

/** Opens a session, in the transaction that has identified the user. */
export async function issueSession(
  tx: Queryable,
  userId: string,
  method: SignInMethod,
  visitor: Visitor,
  context: AuthContext,
): Promise<IssuedSession> {
  const { refreshTokens } = context;
  const id = randomUUID();
  const now = context.clock();
  const refreshToken = refreshTokens.first();
  await tx.query(
    `with session as (
       insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip)
       values ($1, $2, $3, $3, 'aal1', $4, $5)
     ), method as (
       insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
       values ($6, $1, $3, $3, $7)
     ), sign_in as (
       update auth.users set last_sign_in_at = $3, updated_at = $3 where id = $2
     ), identity as (
       update auth.identities set last_sign_in_at = $3 where user_id = $2 and provider = 'email'
     )
     insert into auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, session_id)
     values ('00000000-0000-0000-0000-000000000000', $8, $2::text, false, $3, $3, $1)`,
    [
      id,
      userId,
      now.toISOString(),
      userAgentOf(visitor),
      toInet(visitor.address),
      randomUUID(),
      method,
      refreshTokens.hashOf(refreshToken),
    ],
  );
  const user = await requireUserById(tx, userId);
  await rememberDevice(tx, context, user, visitor, 'aal1');
  const amr = [{ method, timestamp: Math.floor(now.getTime() / 1000) }];
  return { user, session: { id, aal: 'aal1', amr }, refreshToken };
}

/** Formats a session for the client as supabase-js's `Session` (AUTH-027). */
export async function sessionFields(issued: IssuedSession, { tokens }: AuthContext) {
  const { token, expiresAt } = await tokens.sign(issued.user, issued.session);
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: accessTokenSeconds,
    expires_at: expiresAt,
    refresh_token: issued.refreshToken,
    user: formatUser(issued.user),
  };
}

export type SessionFields = Awaited<ReturnType<typeof sessionFields>>;

export const sessionResponse = async (issued: IssuedSession, context: AuthContext): Promise<Response> =>
  json(await sessionFields(issued, context));

interface SessionRow {
  readonly id: string;
  readonly user_id: string;
  readonly aal: 'aal1' | 'aal2' | null;
  readonly amr: readonly AuthenticationMethod[];
}

const sessionColumns = `
  s.id, s.user_id, s.aal,
  (select coalesce(jsonb_agg(jsonb_build_object(
     'method', m.authentication_method, 'timestamp', floor(extract(epoch from m.updated_at))::bigint
   ) order by m.updated_at desc), '[]') from auth.mfa_amr_claims m where m.session_id = s.id) as amr`;

const toTokenSession = (row: SessionRow): TokenSession => ({
  id: row.id,
  aal: row.aal ?? 'aal1',
  amr: row.amr,
});

/**
 * Finds the session of a refresh token and locks it until the transaction ends. If several refreshes run at the same
 * time, one rotates and the others see the result.
 */
export async function lockSessionOfToken(
  tx: Queryable,
  tokenHash: string,
): Promise<(TokenSession & { readonly userId: string }) | null> {
  const [row] = await tx.query<SessionRow>(
    `select ${sessionColumns} from auth.sessions s
     where s.id = (select t.session_id from auth.refresh_tokens t where t.token = $1)
     for update`,
    [tokenHash],
  );
  return row ? { ...toTokenSession(row), userId: row.user_id } : null;
}

/**
 * Raises a session to the second level and starts a new chain of refresh tokens, so that a token stolen earlier can't
 * be exchanged for it. Ends the user's first-level sessions. Returns null if the session has ended meanwhile.
 */
export async function raiseSession(
  tx: Queryable,
  raise: {
    readonly id: string;
    readonly userId: string;
    readonly factorId: string;
    readonly refreshTokenHash: string;
    readonly now: Date;
  },
): Promise<TokenSession | null> {
  const time = raise.now.toISOString();
  const raised = await tx.query(
    `update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = $3 where id = $1 returning id`,
    [raise.id, raise.factorId, time],
  );
  if (raised.length === 0) return null;
  await tx.query(
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
     values ($1, $2, $3, $3, 'totp')
     on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`,
    [randomUUID(), raise.id, time],
  );
  await tx.query(
    'update auth.refresh_tokens set revoked = true, updated_at = $2 where session_id = $1 and not revoked',
    [raise.id, time],
  );
  await tx.query(
    `insert into auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, session_id)
     values ('00000000-0000-0000-0000-000000000000', $1, $2, false, $3, $3, $4)`,
    [raise.refreshTokenHash, raise.userId, time, raise.id],
  );
  await tx.query(`delete from auth.sessions where user_id = $1 and coalesce(aal::text, 'aal1') = 'aal1'`, [
    raise.userId,
  ]);
  const [row] = await tx.query<SessionRow>(`select ${sessionColumns} from auth.sessions s where s.id = $1`, [
    raise.id,
  ]);
  return row ? toTokenSession(row) : null;
}

export async function touchSession(tx: Queryable, id: string, visitor: Visitor, now: Date): Promise<void> {
  await tx.query(
    `update auth.sessions
     set refreshed_at = $2::timestamptz at time zone 'utc', updated_at = $2, user_agent = $3, ip = $4 where id = $1`,
    [id, now.toISOString(), userAgentOf(visitor), toInet(visitor.address)],
  );
}

/** Which sessions a sign-out ends: this one, all of the user's, or all others (AUTH-021). */
export type SignOutScope = 'local' | 'global' | 'others';

export async function endSessions(
  database: Queryable,
  userId: string,
  sessionId: string,
  scope: SignOutScope,
): Promise<void> {
  await database.query(
    `delete from auth.sessions
     where user_id = $1 and case $3 when 'local' then id = $2 when 'others' then id <> $2 else true end`,
    [userId, sessionId, scope],
  );
}

export async function endAllSessions(database: Queryable, userId: string): Promise<void> {
  await database.query('delete from auth.sessions where user_id = $1', [userId]);
}
