import { json } from '../http/json.ts';
import type { Queryable } from '../database/database.ts';
import type { AuthContext, Visitor } from './context.ts';
import { rememberDevice } from './devices.ts';
import { openSession, type SignInMethod } from './sessions.ts';
import { accessTokenSeconds } from './settings.ts';
import type { TokenSession } from './tokens.ts';
import { mustFindUser, presentUser, type UserRow } from './users.ts';

/** A session about to be handed out: the only place where its refresh token stands in the clear. */
export interface IssuedSession {
  readonly user: UserRow;
  readonly session: TokenSession;
  readonly refreshToken: string;
}

/** Opens a session for a user within the transaction that proved who it is. */
export async function issueSession(
  tx: Queryable,
  userId: string,
  method: SignInMethod,
  visitor: Visitor,
  context: AuthContext,
): Promise<IssuedSession> {
  const { refreshTokens, clock } = context;
  const refreshToken = refreshTokens.first();
  const session = await openSession(tx, {
    userId,
    method,
    visitor,
    refreshTokenHash: refreshTokens.hashOf(refreshToken),
    now: clock(),
  });
  const user = await mustFindUser(tx, userId);
  await rememberDevice(tx, context, user, visitor, session.aal);
  return { user, session, refreshToken };
}

/** What a client keeps of a session: supabase-js's `Session` (AUTH-027). */
export async function sessionFields(issued: IssuedSession, { tokens }: AuthContext) {
  const { token, expiresAt } = await tokens.sign(issued.user, issued.session);
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: accessTokenSeconds,
    expires_at: expiresAt,
    refresh_token: issued.refreshToken,
    user: presentUser(issued.user),
  };
}

export type SessionFields = Awaited<ReturnType<typeof sessionFields>>;

/** The answer that signs a client in. */
export const sessionResponse = async (issued: IssuedSession, context: AuthContext): Promise<Response> =>
  json(await sessionFields(issued, context));
