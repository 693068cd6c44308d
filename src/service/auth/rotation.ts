import type { Queryable } from '../database/database.ts';
import type { AuthContext, Visitor } from './context.ts';
import { lockSessionOfToken, touchSession } from './sessions.ts';
import { secondFactorRaceMilliseconds, refreshReuseMilliseconds } from './settings.ts';
import type { TokenSession } from './tokens.ts';
import { isBanned, requireUserById, type UserRow } from './users.ts';

export type RotationResult =
  | {
      readonly user: UserRow;
      readonly session: TokenSession;
      readonly refreshToken: string;
      /** False if this repeats an earlier rotation. */
      readonly isNew: boolean;
    }
  | 'not_found'
  | 'banned'
  /** A second factor has just replaced the token. */
  | 'superseded'
  | 'already_used';

interface TokenRow {
  readonly token: string;
  readonly revoked: boolean;
  readonly updated_at: string;
  readonly has_successor: boolean;
}

/** Maximum rotations between a reused token and the current one within the reuse interval. Real clients need fewer. */
const maximumRotations = 32;

/** How long used tokens are kept to detect reuse. Without a limit, a long session would fill the table. */
const usedTokenMilliseconds = 30 * 24 * 3_600_000;

/** Follows the chain from a used token to the current one. */
function followChain(
  token: string,
  currentHashes: ReadonlySet<string>,
  steps: number,
  { refreshTokens }: AuthContext,
): string | null {
  let next = token;
  for (let step = 0; step < steps; step += 1) {
    next = refreshTokens.successorOf(next);
    if (currentHashes.has(refreshTokens.hashOf(next))) return next;
  }
  return null;
}

async function exchange(
  tx: Queryable,
  sessionId: string,
  userId: string,
  oldHash: string,
  newHash: string,
  now: Date,
) {
  await tx.query(
    `with used as (
       update auth.refresh_tokens set revoked = true, updated_at = $5 where token = $3
     ), expired as (
       delete from auth.refresh_tokens where session_id = $1 and revoked and updated_at < $6
     )
     insert into auth.refresh_tokens (instance_id, token, parent, user_id, revoked, created_at, updated_at, session_id)
     values ('00000000-0000-0000-0000-000000000000', $4, $3, $2, false, $5, $5, $1)`,
    [
      sessionId,
      userId,
      oldHash,
      newHash,
      now.toISOString(),
      new Date(now.getTime() - usedTokenMilliseconds).toISOString(),
    ],
  );
}

/**
 * Exchanges a refresh token for its successor, in the caller's transaction.
 *
 * Tabs refresh at the same time, so a token that was used at most 10 seconds ago gets the current token without another
 * rotation. The most recently used token gets the current one even later, until the client has received the response
 * (`PendingRefreshes`). Any other reused token counts as stolen, possibly together with the current one, so the session
 * ends (RFC 9700 §4.14.2). The hosted service accepts the last used token even after the client received the response,
 * so it never detects a thief who always sends the previous token.
 *
 * Entering a second factor also revokes the session's tokens (`raiseSession`) and starts a new chain, whose first token
 * is only in that response. Earlier tokens can't be exchanged for it, otherwise a stolen one would reach the second
 * level. Another tab may send such a token at that moment, so for a minute that doesn't end the session: the tab
 * retries and finds the tokens that the first tab stored. The hosted service returns the raised session.
 *
 * The outcome is returned instead of thrown, because the end of the session must be committed.
 */
export async function rotateRefreshToken(
  tx: Queryable,
  token: string,
  visitor: Visitor,
  context: AuthContext,
): Promise<RotationResult> {
  const { refreshTokens } = context;
  const now = context.clock();
  const hash = refreshTokens.hashOf(token);
  const session = await lockSessionOfToken(tx, hash);
  if (!session) return 'not_found';
  const user = await requireUserById(tx, session.userId);
  if (isBanned(user, now)) return 'banned';

  const rows = await tx.query<TokenRow>(
    `select t.token, t.revoked, t.updated_at, exists (
       select from auth.refresh_tokens n where n.session_id = t.session_id and n.parent = t.token
     ) as has_successor
     from auth.refresh_tokens t where t.session_id = $1 and (t.token = $2 or not t.revoked)`,
    [session.id, hash],
  );
  const sentRow = rows.find((row) => row.token === hash);
  if (!sentRow) return 'not_found';
  if (!sentRow.revoked) {
    const refreshToken = refreshTokens.successorOf(token);
    await exchange(tx, session.id, user.id, hash, refreshTokens.hashOf(refreshToken), now);
    await touchSession(tx, session.id, visitor, now);
    return { user, session, refreshToken, isNew: true };
  }
  const current = new Set(rows.filter((row) => !row.revoked).map((row) => row.token));
  const age = now.getTime() - new Date(sentRow.updated_at).getTime();
  const isRecent = age <= refreshReuseMilliseconds;
  const steps = isRecent ? maximumRotations : context.pendingRefreshes.has(session.id) ? 1 : 0;
  const refreshToken = followChain(token, current, steps, context);
  if (refreshToken) return { user, session, refreshToken, isNew: false };
  // Only a second factor revokes a token that has no successor or whose chain doesn't reach the current token.
  const isRaised =
    current.size > 0 && (isRecent || (!sentRow.has_successor && age <= secondFactorRaceMilliseconds));
  if (isRaised) return 'superseded';
  await tx.query('delete from auth.sessions where id = $1', [session.id]);
  return 'already_used';
}
