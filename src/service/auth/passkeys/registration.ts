import { randomUUID } from 'node:crypto';
import { brand } from '../../../shared/brand.ts';
import { json } from '../../http/json.ts';
import { readBody } from '../body.ts';
import type { SignedInCaller } from '../caller.ts';
import type { AuthCall, AuthContext, AuthHandler } from '../context.ts';
import { AuthFailure, refuseIfTaken } from '../failure.ts';
import { countAttempt, countOf } from '../limits.ts';
import { isRecentSignIn } from '../reauthentication.ts';
import { challengeMilliseconds, maximumPasskeys } from '../settings.ts';
import { lockUser } from '../users.ts';
import { consumeChallenge, createChallenge } from './challenges.ts';
import { registrationBody } from './credential-bodies.ts';
import { requirePasskeyManager, requireRelyingParty } from './relying-party.ts';
import { listPasskeyRows, logPasskeyAction, toBase64Url } from './stored-passkeys.ts';
import { algorithms, verifyRegistration } from './verification.ts';

const tooManyPasskeys = () => new AuthFailure(422, 'too_many_passkeys', 'Maximum number of passkeys reached');

/** Users can give passkeys other names. */
const initialName = 'Passkey';

/** The user handle that passkeys store and return when they sign in, as on the hosted service. */
export const userHandleOf = (userId: string): string => Buffer.from(userId).toString('base64url');

/**
 * Also requires a recent sign-in: signing in with the new passkey gives a session that may change the password, so an
 * unlocked browser would be enough to take over the account. An unconfirmed email may belong to someone else, who must
 * not get an account with a passkey that they don't know.
 */
async function requireRegistrant(call: AuthCall, context: AuthContext): Promise<SignedInCaller> {
  const signedIn = await requirePasskeyManager(call, context);
  const { email, email_confirmed_at } = signedIn.user;
  if (email !== null && !email_confirmed_at)
    throw new AuthFailure(403, 'email_not_confirmed', 'Email not confirmed');
  if (!isRecentSignIn(signedIn, context.clock()))
    throw new AuthFailure(400, 'reauthentication_needed', 'Adding a passkey requires a recent sign-in');
  return signedIn;
}

/** `POST /passkeys/registration/options`: returns the options for `navigator.credentials.create()`. */
export const startPasskeyRegistration: AuthHandler = async (call, context) => {
  const { user } = await requireRegistrant(call, context);
  const party = requireRelyingParty(context);
  await countAttempt(context, [countOf(context, 'passkeyRegistration', user.id)]);
  const passkeys = await listPasskeyRows(context.database, user.id);
  if (passkeys.length >= maximumPasskeys) throw tooManyPasskeys();
  const challenge = await createChallenge(context.database, 'registration', user.id, context.clock());
  const name = user.email ?? user.id;
  return json({
    challenge_id: challenge.id,
    expires_at: challenge.expiresAt,
    options: {
      rp: { name: brand, id: party.id },
      user: { id: userHandleOf(user.id), name, displayName: name },
      challenge: challenge.value,
      pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
      timeout: challengeMilliseconds,
      excludeCredentials: passkeys.map(({ credential_id: id, transports }) => ({
        type: 'public-key',
        id: toBase64Url(id),
        transports,
      })),
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
    },
  });
};

/** `POST /passkeys/registration/verify`: stores a new passkey. */
export const verifyPasskeyRegistration: AuthHandler = async (call, context) => {
  const { user } = await requireRegistrant(call, context);
  const party = requireRelyingParty(context);
  const body = await readBody(call.request, registrationBody);
  const now = context.clock();
  const challenge = await consumeChallenge(context.database, body.challenge_id, 'registration', user.id, now);
  const credential = await verifyRegistration(body.credential, challenge, party);
  const id = randomUUID();
  const registration = context.database.transaction(async (tx) => {
    // Locked, so that parallel requests can't exceed the limit.
    await lockUser(tx, user.id);
    if ((await listPasskeyRows(tx, user.id)).length >= maximumPasskeys) throw tooManyPasskeys();
    await tx.query(
      `insert into auth.webauthn_credentials (
         id, user_id, credential_id, public_key, attestation_type, aaguid, sign_count, transports, backup_eligible,
         backed_up, friendly_name, created_at, updated_at
       ) values (
         $1, $2, decode($3, 'base64'), decode($4, 'base64'), 'none', $5, $6, $7::text::jsonb, $8, $9, $10, $11, $11
       )`,
      [
        id,
        user.id,
        Buffer.from(credential.id, 'base64url').toString('base64'),
        Buffer.from(credential.publicKey).toString('base64'),
        credential.aaguid,
        credential.counter,
        JSON.stringify(credential.transports),
        credential.isBackupEligible,
        credential.isBackedUp,
        initialName,
        now.toISOString(),
      ],
    );
    await logPasskeyAction(tx, 'passkey.add', user.id);
  });
  await registration.catch(
    refuseIfTaken(
      () => new AuthFailure(422, 'webauthn_credential_exists', 'This credential is already registered'),
    ),
  );
  return json({ id, friendly_name: initialName, created_at: now.toISOString() });
};
