import { z } from 'zod';
import { json } from '../http/json.ts';
import { bodyFields, readBody, textField } from './body.ts';
import type { AuthContext, AuthHandler } from './context.ts';
import { mailEmailChange } from './email-change.ts';
import { checkNewEmail, requireEmail } from './email.ts';
import { invalidRequest, phoneDisabled } from './failure.ts';
import { challengeFields, readChallenge } from './flow-state.ts';
import { countMail } from './limits.ts';
import { mergeMetadata, type Metadata } from './metadata.ts';
import { mailToken, requireMailer, redirectTargetOf } from './token-mail.ts';
import { findUserByEmail, insertUser, isBanned, type UserRow } from './users.ts';

const recoverBody = z.object({ email: bodyFields.email, ...challengeFields });
const otpBody = z.object({
  email: bodyFields.email,
  phone: bodyFields.phone,
  data: bodyFields.metadata,
  create_user: z.boolean().nullish(),
  ...challengeFields,
});
const resendBody = z.object({
  type: textField(32),
  email: bodyFields.email,
  phone: bodyFields.phone,
  ...challengeFields,
});

/** Finds the user with this email. Returns null if there is none or they are banned. */
async function findRecipient(email: string, { database, clock }: AuthContext): Promise<UserRow | null> {
  const user = await findUserByEmail(database, email);
  return user && !isBanned(user, clock()) ? user : null;
}

/** `POST /recover`: emails a link for choosing a new password. The response is the same for every email (AUTH-017). */
export const requestRecovery: AuthHandler = async (call, context) => {
  const body = await readBody(call.request, recoverBody);
  requireMailer(context);
  if (!body.email) throw invalidRequest('Password recovery requires an email');
  const email = requireEmail(body.email);
  const challenge = readChallenge(body);
  const target = redirectTargetOf(call, context);
  await countMail(context, 'recovery', email, call.visitor);
  context.runAfterResponse(async () => {
    const user = await findRecipient(email, context);
    if (user) await mailToken({ purpose: 'recovery', userId: user.id, email, target }, challenge, context);
  });
  return json({});
};

/** Returns the existing user, or creates one without a password if that is allowed. */
async function findOrCreateUser(
  email: string,
  newUser: { readonly isAllowed: boolean; readonly userMetadata: Metadata },
  context: AuthContext,
): Promise<UserRow | null> {
  const { database, clock } = context;
  if (!newUser.isAllowed || (await findUserByEmail(database, email))) return findRecipient(email, context);
  const { userMetadata } = newUser;
  return database.transaction((tx) => insertUser(tx, { email, userMetadata }, clock()));
}

/**
 * `POST /otp`: emails a code and a link for signing in, and creates an account unless `create_user` is false
 * (AUTH-011). In that case the hosted service returns an error for an unknown email; this service always returns the
 * same response.
 */
export const sendOneTimeCode: AuthHandler = async (call, context) => {
  const body = await readBody(call.request, otpBody);
  requireMailer(context);
  if (body.email && body.phone)
    throw invalidRequest('Only an email address or phone number should be provided');
  if (body.phone) throw phoneDisabled(400, 'Unsupported phone provider');
  if (!body.email) throw invalidRequest('One of email or phone must be set');
  const isAllowed = body.create_user !== false && context.settings.signupOpen;
  const email = isAllowed ? checkNewEmail(body.email, context.settings.demoEmail) : requireEmail(body.email);
  const challenge = readChallenge(body);
  const userMetadata = mergeMetadata({}, body.data ?? {});
  const target = redirectTargetOf(call, context);
  await countMail(context, 'magic_link', email, call.visitor);
  context.runAfterResponse(async () => {
    const user = await findOrCreateUser(email, { isAllowed, userMetadata }, context);
    if (user) await mailToken({ purpose: 'magiclink', userId: user.id, email, target }, challenge, context);
  });
  return json({});
};

/**
 * `POST /resend`: sends a confirmation or email change message again. The response is the same for every email
 * (AUTH-015).
 */
export const resendEmail: AuthHandler = async (call, context) => {
  const body = await readBody(call.request, resendBody);
  const { type } = body;
  if (type === 'sms' || type === 'phone_change') throw phoneDisabled(400);
  if (type !== 'signup' && type !== 'email_change')
    throw invalidRequest('Missing one of these types: signup, email_change, sms, phone_change');
  requireMailer(context);
  if (!body.email) throw invalidRequest('Type provided requires an email address');
  const email = requireEmail(body.email);
  const challenge = readChallenge(body);
  const target = redirectTargetOf(call, context);
  await countMail(context, type === 'signup' ? 'confirmation' : type, email, call.visitor);
  context.runAfterResponse(async () => {
    const user = await findRecipient(email, context);
    if (!user) return;
    if (type === 'email_change') {
      if (user.email_change) await mailEmailChange(user, user.email_change, { challenge, target }, context);
    } else if (!user.email_confirmed_at) {
      await mailToken({ purpose: 'signup', userId: user.id, email, target }, challenge, context);
    }
  });
  return json({});
};
