import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Queryable } from '../database/database.ts';
import { textField } from './body.ts';
import { AuthFailure, invalidRequest } from './failure.ts';
import { authorizationCodeMilliseconds, oneTimeTokenMilliseconds } from './settings.ts';

/** The ways to start a PKCE flow, in the hosted service's terms. They appear in the session's `amr` claim. */
export type FlowMethod = 'email/signup' | 'magiclink' | 'recovery' | 'email_change' | 'invite';

/** The client's challenge from the start of a flow. No other client can finish the flow (RFC 7636). */
export interface CodeChallenge {
  readonly challenge: string;
  readonly method: 's256' | 'plain';
}

export const challengeFields = { code_challenge: textField(256), code_challenge_method: textField(16) };

export interface ChallengeFields {
  readonly code_challenge?: string | undefined;
  readonly code_challenge_method?: string | undefined;
}

/**
 * Reads the code challenge of a request. Returns null if there is none. Throws validation_failed if it is incomplete or
 * malformed.
 */
export function readChallenge(body: ChallengeFields): CodeChallenge | null {
  const { code_challenge: challenge, code_challenge_method: method } = body;
  if (!challenge && !method) return null;
  if (!challenge || !method)
    throw invalidRequest('PKCE flow requires code_challenge_method and code_challenge');
  if (challenge.length < 43 || challenge.length > 128)
    throw invalidRequest('code challenge has to be between 43 and 128 characters');
  if (!/^[a-zA-Z._~0-9-]+$/.test(challenge)) {
    throw invalidRequest(
      'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    );
  }
  const lower = method.toLowerCase();
  // Without https, browsers have no SHA-256, so supabase-js falls back to plain. The hosted service accepts that too.
  if (lower !== 's256' && lower !== 'plain') throw invalidRequest('invalid code challenge method');
  return { challenge, method: lower };
}

const hashOf = (code: string) => createHash('sha256').update(code).digest('hex');

/** Starts a flow that a link will continue. Also deletes expired flows. */
export async function beginFlow(
  tx: Queryable,
  flow: { readonly userId: string; readonly method: FlowMethod; readonly challenge: CodeChallenge },
  now: Date,
): Promise<void> {
  await tx.query('delete from auth.flow_state where created_at < $1', [
    new Date(now.getTime() - oneTimeTokenMilliseconds - authorizationCodeMilliseconds).toISOString(),
  ]);
  await tx.query(
    `insert into auth.flow_state (
       id, user_id, auth_code, code_challenge_method, code_challenge, provider_type, authentication_method,
       created_at, updated_at
     ) values ($1, $2, '', $3::text::auth.code_challenge_method, $4, 'email', $5, $6, $6)`,
    [
      randomUUID(),
      flow.userId,
      flow.challenge.method,
      flow.challenge.challenge,
      flow.method,
      now.toISOString(),
    ],
  );
}

/**
 * Creates the code with which the client finishes its newest flow of this method. Throws if there is none. Only the
 * code's hash is stored.
 */
export async function issueAuthorizationCode(
  tx: Queryable,
  userId: string,
  method: FlowMethod,
  now: Date,
): Promise<string> {
  const code = randomBytes(32).toString('base64url');
  const issued = await tx.query(
    `update auth.flow_state set auth_code = $3, auth_code_issued_at = $4, updated_at = $4
     where id = (
       select f.id from auth.flow_state f
       where f.user_id = $1 and f.authentication_method = $2 and f.auth_code = ''
       order by f.created_at desc, f.id limit 1
     ) returning id`,
    [userId, method, hashOf(code), now.toISOString()],
  );
  if (issued.length === 0)
    throw new AuthFailure(404, 'flow_state_not_found', 'No valid flow state found for user.');
  return code;
}

interface FlowRow {
  readonly user_id: string;
  readonly authentication_method: FlowMethod;
  readonly code_challenge: string;
  readonly code_challenge_method: 's256' | 'plain';
  readonly auth_code_issued_at: string;
}

function isVerifier(verifier: string, flow: FlowRow): boolean {
  const shown =
    flow.code_challenge_method === 's256'
      ? createHash('sha256').update(verifier).digest('base64url')
      : verifier;
  const [left, right] = [Buffer.from(shown), Buffer.from(flow.code_challenge)];
  return left.length === right.length && timingSafeEqual(left, right);
}

export type FlowResult =
  | { readonly userId: string; readonly method: FlowMethod }
  | 'not_found'
  | 'expired'
  | 'wrong_verifier';

/**
 * Finishes a flow. A failed attempt also uses up the code, so that a stolen code can't be tried again. The outcome is
 * returned instead of thrown, so that the transaction commits.
 */
export async function endFlow(tx: Queryable, code: string, verifier: string, now: Date): Promise<FlowResult> {
  const [flow] = await tx.query<FlowRow>(
    `delete from auth.flow_state where auth_code = $1
     returning user_id, authentication_method, code_challenge, code_challenge_method, auth_code_issued_at`,
    [hashOf(code)],
  );
  if (!flow) return 'not_found';
  if (now.getTime() - new Date(flow.auth_code_issued_at).getTime() > authorizationCodeMilliseconds)
    return 'expired';
  if (!isVerifier(verifier, flow)) return 'wrong_verifier';
  return { userId: flow.user_id, method: flow.authentication_method };
}
