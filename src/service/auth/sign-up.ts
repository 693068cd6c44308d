import { z } from 'zod';
import { isUniqueViolation } from './database-error.ts';
import { fields, readBody } from './body.ts';
import type { AuthCall, AuthContext, AuthHandler } from './context.ts';
import { checkNewEmail } from './email.ts';
import { challengeFields, readChallenge } from './flow-state.ts';
import { AuthFailure } from './failure.ts';
import { countsOfAddress, spend } from './limits.ts';
import { mergeMetadata, type Metadata } from './metadata.ts';
import { checkNewPassword, hashPassword } from './passwords.ts';
import { issueSession, sessionResponse } from './session-response.ts';
import { signUpWithConfirmation } from './sign-up-confirmation.ts';
import { requireMailer } from './token-mail.ts';
import { findUserByEmail, insertUser } from './users.ts';

const signUpBody = z.object({
  email: fields.email,
  phone: fields.phone,
  password: fields.password,
  data: fields.metadata,
  ...challengeFields,
});

const alreadyRegistered = () => new AuthFailure(422, 'user_already_exists', 'User already registered');

/** Throws where nobody can get an account by himself: sign-up closed, or a confirmation that cannot be sent. */
export function requireOpenSignUp(context: AuthContext): void {
  if (!context.settings.signupOpen)
    throw new AuthFailure(422, 'signup_disabled', 'Signups not allowed for this instance');
  if (context.confirmEmail) requireMailer(context);
}

/** A session without an account: rows of one's own, no password, no address (AUTH-005, ACCT-035). */
async function enterAsGuest(call: AuthCall, context: AuthContext, userMetadata: Metadata): Promise<Response> {
  if (!context.settings.guestsAllowed)
    throw new AuthFailure(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  await spend(context, countsOfAddress(context, 'guest', call.visitor));
  const issued = await context.database.transaction(async (tx) => {
    const guest = await insertUser(
      tx,
      { email: null, passwordHash: null, isEmailConfirmed: false, userMetadata, appMetadata: {} },
      context.clock(),
    );
    return issueSession(tx, guest.id, 'anonymous', call.visitor, context);
  });
  return sessionResponse(issued, context);
}

/** `POST /signup`: an account by e-mail and password (AUTH-004), or a guest when neither is given (AUTH-005). */
export const signUp: AuthHandler = async (call, context) => {
  const body = await readBody(call.request, signUpBody);
  const userMetadata = mergeMetadata({}, body.data ?? {});
  if (!body.email && !body.phone && !body.password) return enterAsGuest(call, context, userMetadata);

  if (!body.password) throw new AuthFailure(400, 'validation_failed', 'Signup requires a valid password');
  if (!body.email && body.phone)
    throw new AuthFailure(400, 'phone_provider_disabled', 'Phone signups are disabled');
  requireOpenSignUp(context);
  const email = checkNewEmail(body.email ?? '', context.settings.demoEmail);
  checkNewPassword(body.password);
  const challenge = readChallenge(body);
  await spend(context, countsOfAddress(context, 'signUp', call.visitor));
  if (context.confirmEmail) {
    const { password } = body;
    return signUpWithConfirmation(call, context, { email, password, userMetadata, challenge });
  }
  if (await findUserByEmail(context.database, email)) throw alreadyRegistered();

  const passwordHash = await hashPassword(body.password);
  try {
    const issued = await context.database.transaction(async (tx) => {
      const user = await insertUser(
        tx,
        { email, passwordHash, isEmailConfirmed: true, userMetadata, appMetadata: {} },
        context.clock(),
      );
      return issueSession(tx, user.id, 'password', call.visitor, context);
    });
    return await sessionResponse(issued, context);
  } catch (error) {
    // Somebody else took the address while the password was hashed.
    if (isUniqueViolation(error)) throw alreadyRegistered();
    throw error;
  }
};
