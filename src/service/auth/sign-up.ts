import { z } from 'zod';
import { bodyFields, readBody } from './body.ts';
import type { AuthCall, AuthContext, AuthHandler } from './context.ts';
import { checkNewEmail } from './email.ts';
import { AuthFailure, invalidRequest, refuseIfTaken, phoneDisabled } from './failure.ts';
import { challengeFields, readChallenge } from './flow-state.ts';
import { countsOfAddress, countAttempt } from './limits.ts';
import { mergeMetadata, type Metadata } from './metadata.ts';
import { checkNewPassword, hashPassword } from './passwords.ts';
import { issueSession, sessionResponse, type SignInMethod } from './sessions.ts';
import { signUpWithConfirmation } from './sign-up-confirmation.ts';
import { requireMailer } from './token-mail.ts';
import { findUserByEmail, insertUser, type NewUser } from './users.ts';

const signUpBody = z.object({
  email: bodyFields.email,
  phone: bodyFields.phone,
  password: bodyFields.password,
  data: bodyFields.metadata,
  ...challengeFields,
});

const alreadyRegistered = () => new AuthFailure(422, 'user_already_exists', 'User already registered');

/** Throws if sign-up is closed, or if it needs a confirmation email that can't be sent. */
export function requireOpenSignUp(context: AuthContext): void {
  if (!context.settings.signupOpen)
    throw new AuthFailure(422, 'signup_disabled', 'Signups not allowed for this instance');
  if (context.confirmEmail) requireMailer(context);
}

const insertAndSignIn = (call: AuthCall, context: AuthContext, user: NewUser, method: SignInMethod) =>
  context.database.transaction(async (tx) => {
    const { id } = await insertUser(tx, user, context.clock());
    return issueSession(tx, id, method, call.visitor, context);
  });

/** Opens a session for a guest, who has rows but no password or email (AUTH-005, ACCT-035). */
async function signUpGuest(call: AuthCall, context: AuthContext, userMetadata: Metadata): Promise<Response> {
  if (!context.settings.guestsAllowed)
    throw new AuthFailure(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  await countAttempt(context, countsOfAddress(context, 'guest', call.visitor));
  const issued = await insertAndSignIn(call, context, { email: null, userMetadata }, 'anonymous');
  return sessionResponse(issued, context);
}

/** `POST /signup`: creates an account with email and password (AUTH-004), or a guest if neither is given (AUTH-005). */
export const signUp: AuthHandler = async (call, context) => {
  const body = await readBody(call.request, signUpBody);
  const { password } = body;
  const userMetadata = mergeMetadata({}, body.data ?? {});
  if (!body.email && !body.phone && !password) return signUpGuest(call, context, userMetadata);

  if (!password) throw invalidRequest('Signup requires a valid password');
  if (!body.email && body.phone) throw phoneDisabled(400, 'Phone signups are disabled');
  requireOpenSignUp(context);
  const email = checkNewEmail(body.email ?? '', context.settings.demoEmail);
  checkNewPassword(password);
  const challenge = readChallenge(body);
  await countAttempt(context, countsOfAddress(context, 'signUp', call.visitor));
  if (context.confirmEmail)
    return signUpWithConfirmation(call, context, { email, password, userMetadata, challenge });

  if (await findUserByEmail(context.database, email)) throw alreadyRegistered();
  const user = { email, passwordHash: await hashPassword(password), isEmailConfirmed: true, userMetadata };
  // Someone else may take the email while the password is being hashed.
  const issued = await insertAndSignIn(call, context, user, 'password').catch(
    refuseIfTaken(alreadyRegistered),
  );
  return sessionResponse(issued, context);
};
