import { z } from 'zod';
import type { Queryable } from '../database/database.ts';
import { json } from '../http/json.ts';
import { emailExists } from './account-creation.ts';
import { fields, readBody } from './body.ts';
import { requireUser, sessionNotFound, type SignedIn } from './caller.ts';
import type { AuthCall, AuthContext, AuthHandler } from './context.ts';
import { isUniqueViolation } from './database-error.ts';
import { checkNewEmail, normaliseEmail } from './email.ts';
import { AuthFailure } from './failure.ts';
import { spend, spendOfAddress } from './limits.ts';
import { mergeMetadata, type Metadata } from './metadata.ts';
import { checkNewPassword, hashPassword, isPassword } from './passwords.ts';
import { endSessions } from './sessions.ts';
import { requireOpenSignUp } from './sign-up.ts';
import {
  emailProvider,
  findUserById,
  mustFindUser,
  presentUser,
  saveEmailIdentity,
  type UserRow,
} from './users.ts';

const updateBody = z.object({
  email: fields.email,
  phone: fields.phone,
  password: fields.password,
  data: fields.metadata,
});
type Update = z.infer<typeof updateBody>;

/** `GET /user`: the user whom the token stands for, read from the database (AUTH-016). */
export const getUser: AuthHandler = async (call, context) => {
  const { user } = await requireUser(call, context);
  return json(presentUser(user));
};

/**
 * Lays new user data over what the row holds now, under a lock: two devices may change different keys at once.
 * Only the user's own kind of metadata; the service's kind is set by administrators alone.
 */
async function saveUserMetadata(tx: Queryable, id: string, data: Metadata, now: Date): Promise<void> {
  const [row] = await tx.query<{ readonly current: Metadata }>(
    `select coalesce(raw_user_meta_data, '{}') as current from auth.users where id = $1 for update`,
    [id],
  );
  if (!row) throw new AuthFailure(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  await tx.query(
    'update auth.users set raw_user_meta_data = $2::text::jsonb, updated_at = $3 where id = $1',
    [id, JSON.stringify(mergeMetadata(row.current, data)), now.toISOString()],
  );
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
  spendOfAddress(context, 'signUp', call.visitor);
  const passwordHash = await hashPassword(update.password);
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
      // Two upgrades at once: the first one counts, and the second is what it would be a moment later.
      if (upgraded.length === 0) throw emailChangeRefused();
      await saveEmailIdentity(tx, guest.id, email, true, now);
      if (update.data) await saveUserMetadata(tx, guest.id, update.data, now);
      return mustFindUser(tx, guest.id);
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw emailExists();
    throw error;
  }
}

const emailChangeRefused = () =>
  new AuthFailure(422, 'validation_failed', 'Changing the email address is not enabled');

async function updateGuest(call: AuthCall, context: AuthContext, guest: UserRow, update: Update) {
  const { email, password } = update;
  if (email && password) return upgradeGuest(call, context, guest, { ...update, email, password });
  if (email) {
    throw new AuthFailure(
      422,
      'validation_failed',
      'A guest becomes an account with an email and a password together',
    );
  }
  if (password) {
    throw new AuthFailure(
      422,
      'validation_failed',
      'Updating password of an anonymous user without an email or phone is not allowed',
    );
  }
  return saveData(context, guest, update.data);
}

async function saveData({ database, clock }: AuthContext, user: UserRow, data: Metadata | null | undefined) {
  if (!data) return user;
  return database.transaction(async (tx) => {
    await saveUserMetadata(tx, user.id, data, clock());
    return mustFindUser(tx, user.id);
  });
}

async function updateAccount(context: AuthContext, { user, sessionId }: SignedIn, update: Update) {
  if (update.email && normaliseEmail(update.email) !== user.email) throw emailChangeRefused();
  const { password, data } = update;
  if (!password) return saveData(context, user, data);

  spend(context, 'passwordChange', user.id);
  checkNewPassword(password);
  if (await isPassword(password, user.encrypted_password)) {
    throw new AuthFailure(422, 'same_password', 'New password should be different from the old password.');
  }
  const passwordHash = await hashPassword(password);
  const now = context.clock();
  return context.database.transaction(async (tx) => {
    await tx.query('update auth.users set encrypted_password = $2, updated_at = $3 where id = $1', [
      user.id,
      passwordHash,
      now.toISOString(),
    ]);
    // Hashing took its time outside: whoever was put out meanwhile, by a new password or a sign-out, has no say.
    const live = await tx.query('select from auth.sessions where id = $1 for update', [sessionId]);
    if (live.length === 0) throw sessionNotFound();
    // Who changes a password wants whoever knows the old one out, as on hosted.
    await endSessions(tx, user.id, sessionId, 'others');
    if (data) await saveUserMetadata(tx, user.id, data, now);
    const updated = await findUserById(tx, user.id);
    if (!updated) throw new AuthFailure(403, 'user_not_found', 'User from sub claim in JWT does not exist');
    return updated;
  });
}

/** `PUT /user`: the user's own data, a new password, or the upgrade of a guest (AUTH-016). Unknown fields are dropped. */
export const updateUser: AuthHandler = async (call, context) => {
  const update = await readBody(call.request, updateBody);
  const signedIn = await requireUser(call, context);
  if (update.phone) throw new AuthFailure(422, 'phone_provider_disabled', 'Phone logins are disabled');
  const user = signedIn.user.is_anonymous
    ? await updateGuest(call, context, signedIn.user, update)
    : await updateAccount(context, signedIn, update);
  return json(presentUser(user));
};
