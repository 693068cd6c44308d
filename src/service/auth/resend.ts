import { z } from 'zod';
import { json } from '../http/json.ts';
import { fields, readBody } from './body.ts';
import type { AuthHandler } from './context.ts';
import { mailEmailChange } from './email-change.ts';
import { requireEmail } from './email.ts';
import { mailToken, targetOf } from './email-requests.ts';
import { AuthFailure } from './failure.ts';
import { challengeFields, readChallenge } from './flow-state.ts';
import { spendOnMail } from './limits.ts';
import { requireMailer } from './token-mail.ts';
import { findUserByEmail, isBanned } from './users.ts';

const resendBody = z.object({
  type: z.string().max(32).nullish(),
  email: fields.email,
  phone: fields.phone,
  ...challengeFields,
});

/** `POST /resend`: a confirmation or the mails of a change of address once more; the same answer for everybody (AUTH-015). */
export const resend: AuthHandler = async (call, context) => {
  const body = await readBody(call.request, resendBody);
  const { type } = body;
  if (type === 'sms' || type === 'phone_change')
    throw new AuthFailure(400, 'phone_provider_disabled', 'Phone logins are disabled');
  if (type !== 'signup' && type !== 'email_change') {
    throw new AuthFailure(
      400,
      'validation_failed',
      'Missing one of these types: signup, email_change, sms, phone_change',
    );
  }
  requireMailer(context);
  if (!body.email) throw new AuthFailure(400, 'validation_failed', 'Type provided requires an email address');
  const email = requireEmail(body.email);
  const challenge = readChallenge(body);
  const target = targetOf(call, context);
  await spendOnMail(context, type === 'signup' ? 'confirmation' : type, email, call.visitor);
  context.afterwards(async () => {
    const user = await findUserByEmail(context.database, email);
    if (!user || isBanned(user, context.clock())) return;
    if (type === 'email_change') {
      if (user.email_change) await mailEmailChange(user, user.email_change, { challenge, target }, context);
    } else if (!user.email_confirmed_at) {
      await mailToken(
        user,
        email,
        {
          kind: 'confirmation',
          tokenType: 'confirmation_token',
          linkType: 'signup',
          method: 'email/signup',
          challenge,
          target,
        },
        context,
      );
    }
  });
  return json({});
};
