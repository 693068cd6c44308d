import { randomUUID } from 'node:crypto';
import { TOTP } from 'otpauth';
import { z } from 'zod';
import type { Queryable } from '../database/database.ts';
import { json } from '../http/json.ts';
import { toInet } from '../http/address.ts';
import { readBody, textField } from './body.ts';
import { requireUser } from './caller.ts';
import type { AuthHandler, Visitor } from './context.ts';
import { rememberDevice } from './devices.ts';
import { beginAttempt } from './failed-attempts.ts';
import { AuthFailure, invalidRequest, sessionNotFound } from './failure.ts';
import { lockFactor, type FactorRow } from './factors.ts';
import { raiseSession, sessionResponse } from './sessions.ts';
import { challengeMilliseconds } from './settings.ts';
import { requireUserById } from './users.ts';

const verifyBody = z.object({ challenge_id: z.uuid().nullish(), code: textField(32) });

/** How many 30-second steps a code may be early or late. Clocks differ, and typing takes a moment. */
const toleratedSteps = 1;
const stepMilliseconds = 30_000;

/** Falls back to 0.0.0.0 for calls inside the process, which have no address. The column can't be null. */
const addressOf = ({ address }: Visitor) => toInet(address) ?? '0.0.0.0';

/**
 * `POST /factors/:id/challenge`: creates a challenge, which must be answered with a code within five minutes
 * (AUTH-024).
 */
export const challengeFactor: AuthHandler = async (call, context) => {
  const { user } = await requireUser(call, context);
  const now = context.clock();
  const id = randomUUID();
  await context.database.transaction(async (tx) => {
    const factor = await lockFactor(tx, user.id, call.path['id']);
    // Deletes challenges only when their code is too old to be replayed.
    await tx.query('delete from auth.mfa_challenges where factor_id = $1 and created_at < $2', [
      factor.id,
      new Date(now.getTime() - 2 * challengeMilliseconds).toISOString(),
    ]);
    await tx.query(
      'insert into auth.mfa_challenges (id, factor_id, created_at, ip_address) values ($1, $2, $3, $4)',
      [id, factor.id, now.toISOString(), addressOf(call.visitor)],
    );
  });
  const expiresAt = Math.floor((now.getTime() + challengeMilliseconds) / 1000);
  return json({ id, type: 'totp', expires_at: expiresAt });
};

const refusal = (code: string, message: string) => new AuthFailure(422, code, message);
const wrongCode = () => refusal('mfa_verification_failed', 'Invalid TOTP code entered');

/** Throws unless the challenge belongs to the factor, is open, and comes from the same IP address. */
async function checkChallenge(
  tx: Queryable,
  factor: FactorRow,
  challengeId: string | null,
  address: string,
  now: Date,
): Promise<void> {
  const [challenge] = await tx.query<{
    readonly created_at: string;
    readonly verified_at: string | null;
    readonly address: string;
  }>(
    `select created_at, verified_at, host(ip_address) as address from auth.mfa_challenges
     where id = $1 and factor_id = $2`,
    [challengeId, factor.id],
  );
  if (!challenge)
    throw refusal('mfa_factor_not_found', 'MFA factor with the provided challenge ID not found');
  if (challenge.verified_at !== null || challenge.address !== address)
    throw refusal('mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch');
  if (now.getTime() - new Date(challenge.created_at).getTime() <= challengeMilliseconds) return;
  const message = 'MFA challenge has expired, verify against another challenge or create a new challenge.';
  throw refusal('mfa_challenge_expired', message);
}

/** Returns the time step of a code, or null if the code is wrong. */
function stepOf(code: string, secret: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = TOTP.validate({
    token: code.replaceAll(/\s/g, ''),
    secret: new TOTP({ secret }).secret,
    algorithm: 'SHA1',
    digits: 6,
    period: stepMilliseconds / 1000,
    timestamp,
    window: toleratedSteps,
  });
  return delta === null ? null : Math.floor(timestamp / stepMilliseconds) + delta;
}

/**
 * Checks whether this code or a later one was already used. A code works only once, because someone may have seen it.
 */
async function isReplayed(tx: Queryable, factorId: string, step: number): Promise<boolean> {
  const used = await tx.query(
    `select from auth.mfa_challenges
     where factor_id = $1 and verified_at is not null and otp_code is not null and otp_code::bigint >= $2`,
    [factorId, step],
  );
  return used.length > 0;
}

/** Marks the challenge as used, verifies the factor and deletes unverified ones. */
async function acceptCode(
  tx: Queryable,
  factor: FactorRow,
  challengeId: string | null,
  step: number,
  time: string,
): Promise<void> {
  await tx.query('update auth.mfa_challenges set verified_at = $2, otp_code = $3 where id = $1', [
    challengeId,
    time,
    String(step),
  ]);
  await tx.query(
    `update auth.mfa_factors set status = 'verified', updated_at = $2 where id = $1 and status::text <> 'verified'`,
    [factor.id, time],
  );
  await tx.query(`delete from auth.mfa_factors where user_id = $1 and status::text = 'unverified'`, [
    factor.user_id,
  ]);
}

/**
 * `POST /factors/:id/verify`: verifies a new factor with a code, or raises the session to the second level (AUTH-025).
 * The user's first-level sessions end, as on the hosted service. All refused codes get the same message.
 */
export const verifyFactor: AuthHandler = async (call, context) => {
  const { user, sessionId } = await requireUser(call, context);
  const { code, challenge_id: challengeId = null } = await readBody(call.request, verifyBody);
  if (!code) throw invalidRequest('Code needs to be non-empty');
  const { visitor } = call;
  const attempt = await beginAttempt(context, { secret: 'factor', email: user.email ?? user.id, visitor });
  const now = context.clock();
  const refreshToken = context.refreshTokens.first();
  const verification = context.database.transaction(async (tx) => {
    const factor = await lockFactor(tx, user.id, call.path['id']);
    await checkChallenge(tx, factor, challengeId, addressOf(visitor), now);
    const step = stepOf(code, context.encryption.decrypt(factor.secret, factor.id), now);
    if (step === null || (await isReplayed(tx, factor.id, step))) throw wrongCode();
    await acceptCode(tx, factor, challengeId, step, now.toISOString());
    const session = await raiseSession(tx, {
      id: sessionId,
      userId: user.id,
      factorId: factor.id,
      refreshTokenHash: context.refreshTokens.hashOf(refreshToken),
      now,
    });
    if (!session) throw sessionNotFound();
    const raised = await requireUserById(tx, user.id);
    await rememberDevice(tx, context, raised, visitor, 'aal2');
    return { user: raised, session, refreshToken };
  });
  const issued = await verification.catch(async (error: unknown) => {
    if (error instanceof AuthFailure && error.code === wrongCode().code) await attempt.failed();
    throw error;
  });
  await attempt.succeeded();
  return sessionResponse(issued, context);
};
