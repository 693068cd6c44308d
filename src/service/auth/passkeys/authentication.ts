import type { Queryable } from '../../database/database.ts';
import { json } from '../../http/json.ts';
import { readBody } from '../body.ts';
import type { AuthHandler } from '../context.ts';
import { AuthFailure, userBanned } from '../failure.ts';
import { countAttempt, countsOfAddress, limitFailures } from '../limits.ts';
import { issueSession, sessionResponse } from '../sessions.ts';
import { challengeMilliseconds } from '../settings.ts';
import { isBanned, lockUser, type UserRow } from '../users.ts';
import { consumeChallenge, createChallenge } from './challenges.ts';
import { authenticationBody, type AuthenticationCredential } from './credential-bodies.ts';
import { userHandleOf } from './registration.ts';
import { requireRelyingParty, type RelyingParty } from './relying-party.ts';
import { bytesOf } from './stored-passkeys.ts';
import { verificationFailed, verifyAuthentication } from './verification.ts';

/**
 * `POST /passkeys/authentication/options`: returns the options for `navigator.credentials.get()`. They name no
 * passkeys: the browser offers those it has for this site.
 */
export const startPasskeyAuthentication: AuthHandler = async ({ visitor }, context) => {
  const party = requireRelyingParty(context);
  await countAttempt(context, countsOfAddress(context, 'passkeyChallenge', visitor));
  const challenge = await createChallenge(context.database, 'authentication', null, context.clock());
  return json({
    challenge_id: challenge.id,
    expires_at: challenge.expiresAt,
    options: {
      challenge: challenge.value,
      timeout: challengeMilliseconds,
      rpId: party.id,
      userVerification: 'required',
    },
  });
};

interface StoredPasskey {
  readonly id: string;
  readonly user_id: string;
  readonly public_key: string;
  readonly sign_count: number | string;
}

/** Checks a passkey's signature. Outside a transaction, because loading the library and checking take a while. */
async function checkPasskey(
  database: Queryable,
  credential: AuthenticationCredential,
  challenge: string,
  party: RelyingParty,
) {
  const [stored] = await database.query<StoredPasskey>(
    `select id, user_id, encode(public_key, 'base64') as public_key, sign_count from auth.webauthn_credentials
     where credential_id = decode($1, 'base64')`,
    [Buffer.from(credential.id, 'base64url').toString('base64')],
  );
  if (!stored || credential.response.userHandle !== userHandleOf(stored.user_id)) throw verificationFailed();
  const used = await verifyAuthentication(
    credential,
    { id: credential.id, publicKey: bytesOf(stored.public_key), counter: Number(stored.sign_count) },
    challenge,
    party,
  );
  return { stored, used };
}

/** Records that a passkey was used. Returns its user, whose row is locked until the transaction ends. */
async function acceptPasskey(
  tx: Queryable,
  { stored, used }: Awaited<ReturnType<typeof checkPasskey>>,
  now: Date,
): Promise<UserRow> {
  // Locks the user first, in the same order as deleting the account, so that the two can't deadlock.
  const user = await lockUser(tx, stored.user_id);
  // Since the check, the passkey may have been removed, or used by a copy with the same counter.
  const updated = await tx.query(
    `update auth.webauthn_credentials set sign_count = $3, backed_up = $4, last_used_at = $5, updated_at = $5
     where id = $1 and sign_count = $2 returning id`,
    [stored.id, stored.sign_count, used.counter, used.isBackedUp, now.toISOString()],
  );
  if (!user || updated.length === 0) throw verificationFailed();
  if (isBanned(user, now)) throw userBanned();
  if (user.email !== null && !user.email_confirmed_at)
    throw new AuthFailure(403, 'email_not_confirmed', 'Email not confirmed');
  return user;
}

/**
 * `POST /passkeys/authentication/verify`: signs in with a passkey. As on the hosted service, the session has
 * the first assurance level, so an account with a second factor still requires it.
 */
export const verifyPasskeyAuthentication: AuthHandler = async (call, context) => {
  const party = requireRelyingParty(context);
  const { credential, challenge_id: challengeId } = await readBody(call.request, authenticationBody);
  const countFailure = await limitFailures(context, 'failedCode', call.visitor);
  const now = context.clock();
  const signIn = async () => {
    const challenge = await consumeChallenge(context.database, challengeId, 'authentication', null, now);
    const checked = await checkPasskey(context.database, credential, challenge, party);
    return context.database.transaction(async (tx) => {
      const user = await acceptPasskey(tx, checked, now);
      return issueSession(tx, user.id, 'passkey', call.visitor, context);
    });
  };
  const issued = await signIn().catch(async (error: unknown) => {
    if (error instanceof AuthFailure && error.status === 400) await countFailure();
    throw error;
  });
  return sessionResponse(issued, context);
};
