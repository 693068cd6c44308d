import type { AuthCall, AuthContext } from './context.ts';
import type { Update } from './current-user.ts';
import { emailExists } from './account-creation.ts';
import { isUniqueViolation } from './database-error.ts';
import { mailEmailChange } from './email-change.ts';
import { checkNewEmail } from './email.ts';
import { targetOf } from './email-requests.ts';
import { AuthFailure } from './failure.ts';
import { readChallenge } from './flow-state.ts';
import { countsOfAddress, spend, spendOnMail } from './limits.ts';
import { composeMail } from './mails.ts';
import { saveData, saveUserMetadata } from './own-metadata.ts';
import { checkNewPassword, hashPassword } from './passwords.ts';
import { requireOpenSignUp } from './sign-up.ts';
import { requireMailer } from './token-mail.ts';
import { emailProvider, findUserByEmail, mustFindUser, saveEmailIdentity, type UserRow } from './users.ts';

const refused = (message: string) => new AuthFailure(422, 'validation_failed', message);

/** Two upgrades at once: the first one counts, and the second is what it would be a moment later. */
const alreadyUpgraded = () => refused('This guest has become an account already. Sign in again.');

interface Upgrade {
  readonly email: string;
  readonly passwordHash: string;
  readonly update: Update;
}

/** Makes the account at once, where addresses are not confirmed. */
async function upgradeNow(context: AuthContext, guest: UserRow, upgrade: Upgrade): Promise<UserRow> {
  const { email, passwordHash, update } = upgrade;
  const now = context.clock();
  try {
    return await context.database.transaction(async (tx) => {
      const upgraded = await tx.query(
        `update auth.users set
           email = $2, encrypted_password = $3, email_confirmed_at = $4, updated_at = $4, is_anonymous = false,
           raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || $5::text::jsonb
         where id = $1 and is_anonymous returning id`,
        [guest.id, email, passwordHash, now.toISOString(), JSON.stringify(emailProvider)],
      );
      if (upgraded.length === 0) throw alreadyUpgraded();
      await saveEmailIdentity(tx, guest.id, email, true, now);
      if (update.data) await saveUserMetadata(tx, guest.id, update.data, now);
      return mustFindUser(tx, guest.id);
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw emailExists();
    throw error;
  }
}

/**
 * Keeps the password and asks the mailbox: the guest becomes an account once it is confirmed. An address that has an
 * account gets the same answer in the same time, as at sign-up.
 */
async function upgradeAfterConfirmation(
  call: AuthCall,
  context: AuthContext,
  guest: UserRow,
  upgrade: Upgrade,
): Promise<UserRow> {
  const send = requireMailer(context);
  const { database } = context;
  const { email, passwordHash, update } = upgrade;
  const flow = { challenge: readChallenge(update), target: targetOf(call, context) };
  const now = context.clock();
  const user = await database.transaction(async (tx) => {
    const waiting = await tx.query(
      `update auth.users set encrypted_password = $2, email_change = $3, email_change_sent_at = $4, updated_at = $4
       where id = $1 and is_anonymous returning id`,
      [guest.id, passwordHash, email, now.toISOString()],
    );
    if (waiting.length === 0) throw alreadyUpgraded();
    if (update.data) await saveUserMetadata(tx, guest.id, update.data, now);
    return mustFindUser(tx, guest.id);
  });
  context.afterwards(async () => {
    const owner = await findUserByEmail(database, email);
    if (owner)
      await send(composeMail('already_registered', { to: email, link: `${context.siteUrl()}/signin` }));
    else await mailEmailChange(user, email, flow, context);
  });
  return user;
}

/**
 * Turns a guest into an account: the one change of address and password that a guest may make (ACCT-035). The id
 * stays, and with it every chat; tokens say so from the next refresh on.
 */
async function upgradeGuest(
  call: AuthCall,
  context: AuthContext,
  guest: UserRow,
  update: Update & { readonly email: string; readonly password: string },
): Promise<UserRow> {
  requireOpenSignUp(context);
  const email = checkNewEmail(update.email, context.settings.demoEmail);
  checkNewPassword(update.password);
  await spend(context, countsOfAddress(context, 'signUp', call.visitor));
  if (context.confirmEmail) await spendOnMail(context, 'confirmation', email, call.visitor);
  const upgrade = { email, passwordHash: await hashPassword(update.password), update };
  return context.confirmEmail
    ? upgradeAfterConfirmation(call, context, guest, upgrade)
    : upgradeNow(context, guest, upgrade);
}

/** What a guest may change: his data, or everything at once by becoming an account. */
export async function updateGuest(
  call: AuthCall,
  context: AuthContext,
  guest: UserRow,
  update: Update,
): Promise<UserRow> {
  const { email, password } = update;
  if (email && password) return upgradeGuest(call, context, guest, { ...update, email, password });
  if (email) throw refused('A guest becomes an account with an email and a password together');
  if (password) {
    throw refused('Updating password of an anonymous user without an email or phone is not allowed');
  }
  return saveData(context, guest, update.data);
}
