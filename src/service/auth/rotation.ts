import type { Queryable } from '../database/database.ts';
import type { AuthContext, Visitor } from './context.ts';
import { addRefreshToken, lockSessionOfToken, touchSession } from './sessions.ts';
import { refreshReuseMilliseconds } from './settings.ts';
import type { TokenSession } from './tokens.ts';
import { isBanned, mustFindUser, type UserRow } from './users.ts';

export type Rotation =
  | {
      readonly user: UserRow;
      readonly session: TokenSession;
      readonly refreshToken: string;
      /** False where an earlier exchange is answered once more. */
      readonly isNew: boolean;
    }
  | 'not_found'
  | 'banned'
  | 'already_used';

interface TokenRow {
  readonly token: string;
  readonly revoked: boolean;
  readonly updated_at: string;
}

/** Rotations that can lie between a token and the present one within the reuse interval; more is no honest client. */
const longestCatchUp = 32;

/** How long an exchanged token is kept to recognise its reuse; a session of years must not fill the table. */
const rememberedMilliseconds = 30 * 24 * 3_600_000;

/** Follows the chain from a token that was exchanged already to the one of it that is valid now. */
function catchUp(
  token: string,
  presentHashes: ReadonlySet<string>,
  steps: number,
  { refreshTokens }: AuthContext,
): string | null {
  let next = token;
  for (let step = 0; step < steps; step += 1) {
    next = refreshTokens.successorOf(next);
    if (presentHashes.has(refreshTokens.hashOf(next))) return next;
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
     ), forgotten as (
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
      new Date(now.getTime() - rememberedMilliseconds).toISOString(),
    ],
  );
}

/**
 * Exchanges a refresh token for its successor, in a transaction of the caller's.
 *
 * A token that was exchanged at most 10 seconds ago gets the token that is valid now, without another rotation,
 * because tabs refresh at the same time. So does, at any time, the token exchanged last while nothing shows that the
 * answer arrived (`Receipts`). Any other token that is shown again was copied by somebody, and nobody can tell by
 * whom, so the whole session ends (RFC 9700 §4.14.2). Hosted forgives the token exchanged last even when the answer
 * was put to use; a thief who stays one step behind is never noticed then.
 *
 * A second factor revokes the session's tokens too (`raiseSession`). For those 10 seconds a token of before leads to
 * the session as it stands now, raised, because a tab that was refreshing meanwhile must stay signed in and has one
 * session with the tab in which the code was typed. Hosted gives it without an end: there the token of before is the
 * parent of the present one.
 *
 * The outcome is a value, because that ending must be committed.
 */
export async function rotate(
  tx: Queryable,
  token: string,
  visitor: Visitor,
  context: AuthContext,
): Promise<Rotation> {
  const { refreshTokens } = context;
  const now = context.clock();
  const hash = refreshTokens.hashOf(token);
  const session = await lockSessionOfToken(tx, hash);
  if (!session) return 'not_found';
  const user = await mustFindUser(tx, session.userId);
  if (isBanned(user, now)) return 'banned';

  const rows = await tx.query<TokenRow>(
    'select token, revoked, updated_at from auth.refresh_tokens where session_id = $1 and (token = $2 or not revoked)',
    [session.id, hash],
  );
  const shown = rows.find((row) => row.token === hash);
  if (!shown) return 'not_found';
  if (!shown.revoked) {
    const refreshToken = refreshTokens.successorOf(token);
    await exchange(tx, session.id, user.id, hash, refreshTokens.hashOf(refreshToken), now);
    await touchSession(tx, session.id, visitor, now);
    return { user, session, refreshToken, isNew: true };
  }
  const present = new Set(rows.filter((row) => !row.revoked).map((row) => row.token));
  const isRecent = now.getTime() - new Date(shown.updated_at).getTime() <= refreshReuseMilliseconds;
  const steps = isRecent ? longestCatchUp : context.receipts.isOutstanding(session.id) ? 1 : 0;
  const refreshToken = catchUp(token, present, steps, context);
  if (refreshToken) return { user, session, refreshToken, isNew: false };
  if (isRecent && present.size > 0) {
    // No successor, and yet only just revoked: by a second factor (above).
    const further = refreshTokens.first();
    await addRefreshToken(tx, session.id, user.id, refreshTokens.hashOf(further), now);
    return { user, session, refreshToken: further, isNew: true };
  }
  await tx.query('delete from auth.sessions where id = $1', [session.id]);
  return 'already_used';
}
