import { z } from 'zod';
import { bodyFields, readBody, textField } from './body.ts';
import type { AuthCall, AuthContext, AuthHandler } from './context.ts';
import { normalizeEmail } from './email.ts';
import { beginAttempt } from './failed-attempts.ts';
import { AuthFailure, invalidRequest, phoneDisabled, userBanned } from './failure.ts';
import { endFlow } from './flow-state.ts';
import { countsOfAddress, limitFailures } from './limits.ts';
import { matchesPassword } from './passwords.ts';
import { rotateRefreshToken } from './rotation.ts';
import { issueSession, sessionResponse } from './sessions.ts';
import { findUserByEmail, findUserById, isBanned } from './users.ts';

const passwordBody = z.object({
  email: bodyFields.email,
  phone: bodyFields.phone,
  password: bodyFields.password,
});
const codeBody = z.object({ auth_code: textField(255), code_verifier: textField(255) });
const refreshBody = z.object({ refresh_token: textField(255) });

/**
 * Creates the same error for an unknown email, a wrong password and an account without a password, so that it doesn't
 * show who has an account.
 */
const wrongCredentials = () => new AuthFailure(400, 'invalid_credentials', 'Invalid login credentials');

async function signInWithPassword(call: AuthCall, context: AuthContext): Promise<Response> {
  const body = await readBody(call.request, passwordBody);
  if (!body.email) throw body.phone ? phoneDisabled() : invalidRequest('missing email or phone');
  const email = normalizeEmail(body.email);
  const attempt = await beginAttempt(context, { secret: 'password', email, visitor: call.visitor });
  const user = await findUserByEmail(context.database, email);
  const isRight = await matchesPassword(body.password ?? '', user?.encrypted_password ?? null);
  if (!user || !isRight) {
    await attempt.failed();
    throw wrongCredentials();
  }
  await attempt.succeeded();
  if (isBanned(user, context.clock())) throw userBanned(400);
  if (!user.email_confirmed_at) throw new AuthFailure(400, 'email_not_confirmed', 'Email not confirmed');

  const issued = await context.database.transaction(async (tx) => {
    // The comparison runs outside the transaction and takes a while. Meanwhile the password may have changed or the
    // user may have been banned.
    const unchanged = await tx.query(
      `select from auth.users
       where id = $1 and encrypted_password = $2 and (banned_until is null or banned_until <= $3) for update`,
      [user.id, user.encrypted_password, context.clock().toISOString()],
    );
    if (unchanged.length === 0) throw wrongCredentials();
    return issueSession(tx, user.id, 'password', call.visitor, context);
  });
  return sessionResponse(issued, context);
}

const flowRefusals = {
  not_found: [404, 'flow_state_not_found', 'invalid flow state, no valid flow state found'],
  expired: [403, 'flow_state_expired', 'invalid flow state, flow state has expired'],
  wrong_verifier: [400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier'],
} as const;

async function exchangeCode(call: AuthCall, context: AuthContext): Promise<Response> {
  const { auth_code: code, code_verifier: verifier } = await readBody(call.request, codeBody);
  if (!code || !verifier)
    throw invalidRequest('invalid request: both auth code and code verifier should be non-empty');
  const countFailure = await limitFailures(context, 'failedCode', call.visitor);
  const now = context.clock();
  const outcome = await context.database.transaction(async (tx) => {
    const flow = await endFlow(tx, code, verifier, now);
    if (typeof flow === 'string') return flow;
    const user = await findUserById(tx, flow.userId);
    if (!user) return 'not_found';
    if (isBanned(user, now)) return 'banned';
    return issueSession(tx, user.id, flow.method, call.visitor, context);
  });
  if (typeof outcome !== 'string') return sessionResponse(outcome, context);
  if (outcome === 'banned') throw userBanned();
  await countFailure();
  const [status, errorCode, message] = flowRefusals[outcome];
  throw new AuthFailure(status, errorCode, message);
}

/**
 * Counts an unknown refresh token for the IP address. Valid tokens don't count, otherwise many tabs behind one IP
 * address would be signed out. For the same reason the error is a 503: supabase-js retries after a 503, but drops the
 * session after a 429.
 */
async function limitUnknownRefreshes({ visitor }: AuthCall, context: AuthContext): Promise<void> {
  const counts = countsOfAddress(context, 'unknownRefresh', visitor);
  if (counts.length === 0) return;
  const { secondsLeft } = await context.rateLimiter.take(counts);
  if (secondsLeft > 0)
    throw new AuthFailure(503, 'over_request_rate_limit', 'Request rate limit reached', {}, secondsLeft);
}

async function refresh(call: AuthCall, context: AuthContext): Promise<Response> {
  const { refresh_token: refreshToken } = await readBody(call.request, refreshBody);
  if (!refreshToken) throw invalidRequest('refresh_token required');
  const rotation = await context.database.transaction((tx) =>
    rotateRefreshToken(tx, refreshToken, call.visitor, context),
  );
  switch (rotation) {
    case 'not_found':
      await limitUnknownRefreshes(call, context);
      throw new AuthFailure(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
    case 'already_used':
      throw new AuthFailure(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used');
    case 'banned':
      throw userBanned(400, 'Invalid Refresh Token: User Banned');
    case 'superseded':
      // After a 503, supabase-js retries and keeps the session.
      throw new AuthFailure(503, 'conflict', 'The session was just confirmed elsewhere. Try again.');
    default:
      if (rotation.isNew)
        context.pendingRefreshes.add(rotation.session.id, Math.floor(context.clock().getTime() / 1000));
      return sessionResponse(rotation, context);
  }
}

/**
 * `POST /token?grant_type=…`: signs in by password (AUTH-006), refreshes a session (AUTH-009) or finishes a flow
 * (AUTH-007).
 */
export const handleToken: AuthHandler = (call, context) => {
  switch (call.url.searchParams.get('grant_type') ?? '') {
    case 'password':
      return signInWithPassword(call, context);
    case 'refresh_token':
      return refresh(call, context);
    case 'pkce':
      return exchangeCode(call, context);
    case 'web3':
      throw new AuthFailure(422, 'web3_provider_disabled', 'Web3 provider is disabled');
    case 'id_token':
      throw new AuthFailure(400, 'provider_disabled', 'Unsupported provider: provider is not enabled');
    default:
      throw new AuthFailure(400, 'invalid_credentials', 'unsupported_grant_type');
  }
};
