import { z } from 'zod';
import { json } from '../http/json.ts';
import { bodyFields, readBody, textField } from './body.ts';
import { requireUser } from './caller.ts';
import type { AuthHandler } from './context.ts';
import { AuthFailure, phoneDisabled } from './failure.ts';
import { challengeFields } from './flow-state.ts';
import { updateGuest } from './guest-upgrade.ts';
import { updateAccount } from './own-account.ts';
import { formatUser } from './users.ts';

const updateBody = z.object({
  email: bodyFields.email,
  phone: bodyFields.phone,
  password: bodyFields.password,
  nonce: textField(64),
  data: bodyFields.metadata,
  app_metadata: bodyFields.metadata,
  ...challengeFields,
});

/** `GET /user`: returns the token's user, read from the database (AUTH-016). */
export const getUser: AuthHandler = async (call, context) => {
  const { user } = await requireUser(call, context);
  return json(formatUser(user));
};

/**
 * `PUT /user`: changes the user's data, password or email, or upgrades a guest (AUTH-016). Unknown fields are ignored.
 */
export const updateUser: AuthHandler = async (call, context) => {
  const signedIn = await requireUser(call, context);
  const update = await readBody(call.request, updateBody);
  if (update.app_metadata && Object.keys(update.app_metadata).length > 0)
    throw new AuthFailure(403, 'not_admin', 'Updating app_metadata requires admin privileges');
  if (update.phone) throw phoneDisabled();
  const user = signedIn.user.is_anonymous
    ? await updateGuest(call, context, signedIn.user, update)
    : await updateAccount(call, context, signedIn, update);
  return json(formatUser(user));
};

/**
 * `DELETE /user/identities/:id`: unlinks an identity (AUTH-020). Accounts that were moved from the hosted service may
 * have several. The last one can't be unlinked, nor can the email identity, because users sign in with it.
 */
export const unlinkIdentity: AuthHandler = async (call, context) => {
  const { user } = await requireUser(call, context);
  const refuse = (code: string, message: string) => new AuthFailure(422, code, message);
  if (user.identities.length <= 1)
    throw refuse('single_identity_not_deletable', 'User must have at least 1 identity after unlinking');
  const identity = user.identities.find(({ id }) => id === call.path['id']);
  if (!identity) throw refuse('identity_not_found', "Identity doesn't exist");
  if (identity.provider === 'email') {
    const message = 'Unable to unlink identity due to email conflict';
    throw refuse('email_conflict_identity_not_deletable', message);
  }
  await context.database.query(
    `with deleted as (delete from auth.identities where id = $1 and user_id = $2)
     update auth.users set updated_at = $3, raw_app_meta_data = jsonb_set(
       coalesce(raw_app_meta_data, '{}'), '{providers}',
       (select coalesce(jsonb_agg(distinct i.provider), '[]') from auth.identities i
        where i.user_id = $2 and i.id <> $1)
     ) where id = $2`,
    [identity.id, user.id, context.clock().toISOString()],
  );
  return json({});
};
