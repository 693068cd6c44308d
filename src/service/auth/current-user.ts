import { z } from 'zod';
import { json } from '../http/json.ts';
import { fields, readBody } from './body.ts';
import { requireUser } from './caller.ts';
import type { AuthHandler } from './context.ts';
import { AuthFailure } from './failure.ts';
import { challengeFields } from './flow-state.ts';
import { updateGuest } from './guest-upgrade.ts';
import { updateAccount } from './own-account.ts';
import { presentUser } from './users.ts';

const updateBody = z.object({
  email: fields.email,
  phone: fields.phone,
  password: fields.password,
  nonce: z.string().max(64).nullish(),
  data: fields.metadata,
  app_metadata: fields.metadata,
  ...challengeFields,
});

/** What a person changes about himself. */
export type Update = z.infer<typeof updateBody>;

/** `GET /user`: the user whom the token stands for, read from the database (AUTH-016). */
export const getUser: AuthHandler = async (call, context) => {
  const { user } = await requireUser(call, context);
  return json(presentUser(user));
};

/** `PUT /user`: own data, a new password or address, or the upgrade of a guest (AUTH-016). Unknown fields are dropped. */
export const updateUser: AuthHandler = async (call, context) => {
  const signedIn = await requireUser(call, context);
  const update = await readBody(call.request, updateBody);
  if (update.app_metadata && Object.keys(update.app_metadata).length > 0)
    throw new AuthFailure(403, 'not_admin', 'Updating app_metadata requires admin privileges');
  if (update.phone) throw new AuthFailure(422, 'phone_provider_disabled', 'Phone logins are disabled');
  const user = signedIn.user.is_anonymous
    ? await updateGuest(call, context, signedIn.user, update)
    : await updateAccount(call, context, signedIn, update);
  return json(presentUser(user));
};
