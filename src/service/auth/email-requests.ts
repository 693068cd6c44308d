import { z } from 'zod';
import { json } from '../http/json.ts';
import { fields, readBody } from './body.ts';
import type { AuthCall, AuthContext, AuthHandler } from './context.ts';
import { checkNewEmail, requireEmail } from './email.ts';
import { AuthFailure } from './failure.ts';
import {
  beginFlow,
  challengeFields,
  readChallenge,
  type CodeChallenge,
  type FlowMethod,
} from './flow-state.ts';
import { spendOnMail } from './limits.ts';
import { mergeMetadata, type Metadata } from './metadata.ts';
import { safeTarget } from './redirects.ts';
import { requireMailer, writeTokenMail, type TokenMail } from './token-mail.ts';
import { findUserByEmail, insertUser, isBanned, type UserRow } from './users.ts';

const recoverBody = z.object({ email: fields.email, ...challengeFields });
const oneTimeBody = z.object({
  email: fields.email,
  phone: fields.phone,
  data: fields.metadata,
  create_user: z.boolean().nullish(),
  ...challengeFields,
});

/** Where the link of a mail that this request causes leads in the end. */
export const targetOf = ({ url }: AuthCall, { siteUrl }: AuthContext): string =>
  safeTarget(url.searchParams.get('redirect_to'), siteUrl());

/** What a mail needs besides the person whom it goes to. */
export interface MailOrder extends Pick<TokenMail, 'kind' | 'tokenType' | 'linkType' | 'target'> {
  readonly method: FlowMethod;
  readonly challenge: CodeChallenge | null;
}

/** Writes a mail to the person's own address and hands it on; with a code challenge it also begins the flow. */
export async function mailToken(
  user: Pick<UserRow, 'id'>,
  email: string,
  order: MailOrder,
  context: AuthContext,
): Promise<void> {
  const send = requireMailer(context);
  const { method, challenge, ...mail } = order;
  const written = await context.database.transaction(async (tx) => {
    if (challenge) await beginFlow(tx, { userId: user.id, method, challenge }, context.clock());
    return writeTokenMail(tx, { ...mail, userId: user.id, email, isPkce: challenge !== null }, context);
  });
  await send(written);
}

/** `POST /recover`: a mail with which a new password can be chosen; the answer is the same for every address (AUTH-017). */
export const recover: AuthHandler = async (call, context) => {
  const body = await readBody(call.request, recoverBody);
  requireMailer(context);
  if (!body.email) throw new AuthFailure(400, 'validation_failed', 'Password recovery requires an email');
  const email = requireEmail(body.email);
  const challenge = readChallenge(body);
  const target = targetOf(call, context);
  await spendOnMail(context, 'recovery', email, call.visitor);
  context.afterwards(async () => {
    const user = await findUserByEmail(context.database, email);
    if (!user || isBanned(user, context.clock())) return;
    const order: MailOrder = {
      kind: 'recovery',
      tokenType: 'recovery_token',
      linkType: 'recovery',
      method: 'recovery',
      challenge,
      target,
    };
    await mailToken(user, email, order, context);
  });
  return json({});
};

/** The account that a code is for: the one there is, or a new one without a password where that is wanted. */
async function findOrMakeUser(
  email: string,
  wanted: { readonly isNewWelcome: boolean; readonly userMetadata: Metadata },
  { database, clock }: AuthContext,
): Promise<UserRow | null> {
  const user = await findUserByEmail(database, email);
  if (user) return isBanned(user, clock()) ? null : user;
  if (!wanted.isNewWelcome) return null;
  return database.transaction((tx) =>
    insertUser(
      tx,
      {
        email,
        passwordHash: null,
        isEmailConfirmed: false,
        userMetadata: wanted.userMetadata,
        appMetadata: {},
      },
      clock(),
    ),
  );
}

/**
 * `POST /otp`: a mail with a code and a link that sign in, for new people too unless told otherwise (AUTH-011). Hosted
 * refuses an address without an account when `create_user` is false; here it gets the answer that all get.
 */
export const sendOneTimeCode: AuthHandler = async (call, context) => {
  const body = await readBody(call.request, oneTimeBody);
  requireMailer(context);
  if (body.email && body.phone) {
    throw new AuthFailure(
      400,
      'validation_failed',
      'Only an email address or phone number should be provided',
    );
  }
  if (body.phone) throw new AuthFailure(400, 'phone_provider_disabled', 'Unsupported phone provider');
  if (!body.email) throw new AuthFailure(400, 'validation_failed', 'One of email or phone must be set');
  const isNewWelcome = body.create_user !== false && context.settings.signupOpen;
  const email = isNewWelcome
    ? checkNewEmail(body.email, context.settings.demoEmail)
    : requireEmail(body.email);
  const challenge = readChallenge(body);
  const userMetadata = mergeMetadata({}, body.data ?? {});
  const target = targetOf(call, context);
  await spendOnMail(context, 'magic_link', email, call.visitor);
  context.afterwards(async () => {
    const user = await findOrMakeUser(email, { isNewWelcome, userMetadata }, context);
    if (!user) return;
    const order: MailOrder = {
      kind: 'magic_link',
      tokenType: 'recovery_token',
      linkType: 'magiclink',
      method: 'magiclink',
      challenge,
      target,
    };
    await mailToken(user, email, order, context);
  });
  return json({});
};
