import { randomBytes, randomUUID } from 'node:crypto';
import type { Queryable } from '../../database/database.ts';
import { AuthFailure } from '../failure.ts';
import { challengeMilliseconds } from '../settings.ts';

export interface Challenge {
  readonly id: string;
  /** Base64url of 32 random bytes. */
  readonly value: string;
  /** Seconds since 1970. */
  readonly expiresAt: number;
}

type Ceremony = 'registration' | 'authentication';

/** @param userId null for authentication, because no one is signed in yet */
export async function createChallenge(
  database: Queryable,
  ceremony: Ceremony,
  userId: string | null,
  now: Date,
): Promise<Challenge> {
  const id = randomUUID();
  const value = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + challengeMilliseconds);
  await database.query(
    `with expired as (delete from auth.webauthn_challenges where expires_at < $6)
     insert into auth.webauthn_challenges (id, user_id, challenge_type, session_data, created_at, expires_at)
     values ($1, $2, $3, $4::text::jsonb, $5, $7)`,
    [
      id,
      userId,
      ceremony,
      JSON.stringify({ challenge: value }),
      now.toISOString(),
      // Kept for a while after they expire, so that a late answer gets webauthn_challenge_expired.
      new Date(now.getTime() - challengeMilliseconds).toISOString(),
      expiresAt.toISOString(),
    ],
  );
  return { id, value, expiresAt: Math.floor(expiresAt.getTime() / 1000) };
}

/**
 * Deletes the challenge, so that it works only once, even for answers that arrive at the same time. Returns its value.
 * Throws webauthn_challenge_not_found or webauthn_challenge_expired.
 */
export async function consumeChallenge(
  database: Queryable,
  id: string,
  ceremony: Ceremony,
  userId: string | null,
  now: Date,
): Promise<string> {
  const [row] = await database.query<{ readonly value: string; readonly expires_at: string }>(
    `delete from auth.webauthn_challenges
     where id = $1 and challenge_type = $2 and user_id is not distinct from $3
     returning session_data ->> 'challenge' as value, expires_at`,
    [id, ceremony, userId],
  );
  if (!row) throw new AuthFailure(400, 'webauthn_challenge_not_found', 'Challenge not found or already used');
  if (new Date(row.expires_at) <= now)
    throw new AuthFailure(400, 'webauthn_challenge_expired', 'Challenge has expired');
  return row.value;
}
