import { randomUUID } from 'node:crypto';
import { TOTP } from 'otpauth';
import { z } from 'zod';
import type { Queryable } from '../database/database.ts';
import { json } from '../http/json.ts';
import { inetOrNull } from '../http/address.ts';
import { readBody } from './body.ts';
import { requireUser, sessionNotFound } from './caller.ts';
import type { AuthHandler } from './context.ts';
import { rememberDevice } from './devices.ts';
import { AuthFailure } from './failure.ts';
import { lockFactor, type FactorRow } from './factors.ts';
import { beginGuess } from './guesses.ts';
import { sessionResponse } from './session-response.ts';
import { raiseSession } from './sessions.ts';
import { challengeMilliseconds } from './settings.ts';
import { mustFindUser } from './users.ts';

const verifyBody = z.object({
  challenge_id: z.uuid().nullish(),
  code: z.string().max(32).nullish(),
});

/** Steps of 30 seconds before and after the present one: clocks differ, and typing takes a moment. */
const toleratedSteps = 1;
const stepMilliseconds = 30_000;

/** What the challenge row notes of an address that is none, e.g. inside the process. */
const noAddress = '0.0.0.0';

/** `POST /factors/:id/challenge`: the question that a code answers, good for five minutes (AUTH-024). */
export const challengeFactor: AuthHandler = async (call, context) => {
  const { user } = await requireUser(call, context);
  const now = context.clock();
  const id = randomUUID();
  await context.database.transaction(async (tx) => {
    const factor = await lockFactor(tx, user.id, call.path['id']);
    // Answered ones are kept as long as a code could come again, the others as long as they can be answered.
    await tx.query('delete from auth.mfa_challenges where factor_id = $1 and created_at < $2', [
      factor.id,
      new Date(now.getTime() - 2 * challengeMilliseconds).toISOString(),
    ]);
    await tx.query(
      'insert into auth.mfa_challenges (id, factor_id, created_at, ip_address) values ($1, $2, $3, $4)',
      [id, factor.id, now.toISOString(), inetOrNull(call.visitor.address) ?? noAddress],
    );
  });
  return json({
    id,
    type: 'totp',
    expires_at: Math.floor((now.getTime() + challengeMilliseconds) / 1000),
  });
};

/** Throws unless the challenge is the factor's, open, and asked from the same address. */
async function checkChallenge(
  tx: Queryable,
  factor: FactorRow,
  challengeId: string | null | undefined,
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
    [challengeId ?? null, factor.id],
  );
  if (!challenge) {
    throw new AuthFailure(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found');
  }
  if (challenge.verified_at !== null || challenge.address !== address) {
    throw new AuthFailure(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch');
  }
  if (now.getTime() - new Date(challenge.created_at).getTime() > challengeMilliseconds) {
    throw new AuthFailure(
      422,
      'mfa_challenge_expired',
      'MFA challenge has expired, verify against another challenge or create a new challenge.',
    );
  }
}

/** The step that a code belongs to, or null for a wrong one. */
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

/** Whether a code of this step, or a later one, was used already: who reads one over a shoulder must not use it too. */
async function isReplayed(tx: Queryable, factorId: string, step: number): Promise<boolean> {
  const used = await tx.query(
    `select from auth.mfa_challenges
     where factor_id = $1 and verified_at is not null and otp_code is not null and otp_code::bigint >= $2`,
    [factorId, step],
  );
  return used.length > 0;
}

/** Notes the step at the challenge, and the factor as confirmed; what else was begun and not confirmed goes. */
async function acceptCode(
  tx: Queryable,
  factor: FactorRow,
  challengeId: string | null | undefined,
  step: number,
  now: Date,
): Promise<void> {
  const time = now.toISOString();
  await tx.query('update auth.mfa_challenges set verified_at = $2, otp_code = $3 where id = $1', [
    challengeId ?? null,
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
 * `POST /factors/:id/verify`: a code confirms a new factor, or proves the session to the second level (AUTH-025). The
 * person's sessions of the first level end, as on hosted. Every refusal of a code reads the same.
 */
export const verifyFactor: AuthHandler = async (call, context) => {
  const { user, sessionId } = await requireUser(call, context);
  const { code, challenge_id: challengeId } = await readBody(call.request, verifyBody);
  if (!code) throw new AuthFailure(400, 'validation_failed', 'Code needs to be non-empty');
  const attempt = await beginGuess(context, {
    secret: 'factor',
    email: user.email ?? user.id,
    visitor: call.visitor,
  });
  const now = context.clock();
  const address = inetOrNull(call.visitor.address) ?? noAddress;
  const refreshToken = context.refreshTokens.first();
  const work = context.database.transaction(async (tx) => {
    const factor = await lockFactor(tx, user.id, call.path['id']);
    await checkChallenge(tx, factor, challengeId, address, now);
    const step = stepOf(code, context.sealer.open(factor.secret, factor.id), now);
    if (step === null || (await isReplayed(tx, factor.id, step)))
      throw new AuthFailure(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
    await acceptCode(tx, factor, challengeId, step, now);
    const session = await raiseSession(tx, {
      id: sessionId,
      userId: user.id,
      factorId: factor.id,
      refreshTokenHash: context.refreshTokens.hashOf(refreshToken),
      now,
    });
    if (!session) throw sessionNotFound();
    const raised = await mustFindUser(tx, user.id);
    await rememberDevice(tx, context, raised, call.visitor, 'aal2');
    return { user: raised, session, refreshToken };
  });
  const issued = await work.catch(async (error: unknown) => {
    if (error instanceof AuthFailure && error.code === 'mfa_verification_failed') await attempt.failed();
    throw error;
  });
  await attempt.succeeded();
  return sessionResponse(issued, context);
};
