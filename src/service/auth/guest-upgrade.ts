import type { AuthCall, AuthContext } from './context.ts';
import { mailEmailChange } from './email-change.ts';
import { checkNewEmail } from './email.ts';
import { emailExists, invalidRequest, refuseIfTaken } from './failure.ts';
import { readChallenge } from './flow-state.ts';
import { countsOfAddress, countAttempt, countMail } from './limits.ts';
import { saveOwnData, type OwnUpdate } from './own-account.ts';
import { checkNewPassword, hashPassword } from './passwords.ts';
import { requireOpenSignUp } from './sign-up.ts';
import { alreadyRegisteredMail, requireMailer, redirectTargetOf } from './token-mail.ts';
import {
  emailProvider,
  findUserByEmail,
  saveEmailIdentity,
  saveUserMetadata,
  type UserRow,
} from './users.ts';

/** If two upgrades run at the same time, the second one gets this error. */
const alreadyUpgraded = () => invalidRequest('This guest already has an account. Sign in again.', 422);

interface Upgrade {
  readonly email: string;
  readonly passwordHash: string;
  readonly update: OwnUpdate;
}

async function upgradeNow(context: AuthContext, guest: UserRow, upgrade: Upgrade): Promise<UserRow> {
  const { email, passwordHash, update } = upgrade;
  const now = context.clock();
  const account = context.database.transaction(async (tx) => {
    const upgraded = await tx.query(
      `update auth.users set
         email = $2, encrypted_password = $3, email_confirmed_at = $4, updated_at = $4, is_anonymous = false,
         raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || $5::text::jsonb
       where id = $1 and is_anonymous returning id`,
      [guest.id, email, passwordHash, now.toISOString(), JSON.stringify(emailProvider)],
    );
    if (upgraded.length === 0) throw alreadyUpgraded();
    await saveEmailIdentity(tx, guest.id, email, true, now);
    return saveUserMetadata(tx, guest.id, update.data, now);
  });
  return account.catch(refuseIfTaken(emailExists));
}

/**
 * Saves the password and sends an email. The guest becomes an account once the email is confirmed. As with sign-up, the
 * response and its timing are the same if the email already has an account.
 */
async function upgradeAfterConfirmation(
  call: AuthCall,
  context: AuthContext,
  guest: UserRow,
  upgrade: Upgrade,
): Promise<UserRow> {
  const send = requireMailer(context);
  const { email, passwordHash, update } = upgrade;
  const flow = { challenge: readChallenge(update), target: redirectTargetOf(call, context) };
  const now = context.clock();
  const user = await context.database.transaction(async (tx) => {
    const waiting = await tx.query(
      `update auth.users set encrypted_password = $2, email_change = $3, email_change_sent_at = $4, updated_at = $4
       where id = $1 and is_anonymous returning id`,
      [guest.id, passwordHash, email, now.toISOString()],
    );
    if (waiting.length === 0) throw alreadyUpgraded();
    return saveUserMetadata(tx, guest.id, update.data, now);
  });
  context.runAfterResponse(async () => {
    if (await findUserByEmail(context.database, email)) await send(alreadyRegisteredMail(email, context));
    else await mailEmailChange(user, email, flow, context);
  });
  return user;
}

/** Turns a guest into an account with the same id and all its chats (ACCT-035). */
async function upgradeGuest(
  call: AuthCall,
  context: AuthContext,
  guest: UserRow,
  update: OwnUpdate & { readonly email: string; readonly password: string },
): Promise<UserRow> {
  requireOpenSignUp(context);
  const email = checkNewEmail(update.email, context.settings.demoEmail);
  checkNewPassword(update.password);
  await countAttempt(context, countsOfAddress(context, 'signUp', call.visitor));
  if (context.confirmEmail) await countMail(context, 'confirmation', email, call.visitor);
  const upgrade = { email, passwordHash: await hashPassword(update.password), update };
  return context.confirmEmail
    ? upgradeAfterConfirmation(call, context, guest, upgrade)
    : upgradeNow(context, guest, upgrade);
}

export async function updateGuest(
  call: AuthCall,
  context: AuthContext,
  guest: UserRow,
  update: OwnUpdate,
): Promise<UserRow> {
  const { email, password } = update;
  if (email && password) return upgradeGuest(call, context, guest, { ...update, email, password });
  if (email)
    throw invalidRequest('A guest needs an email address and a password together to create an account', 422);
  if (password)
    throw invalidRequest(
      'Updating password of an anonymous user without an email or phone is not allowed',
      422,
    );
  return saveOwnData(context, guest, update.data);
}
