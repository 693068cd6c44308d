import { json } from '../http/json.ts';
import { requireUser } from './caller.ts';
import type { AuthHandler } from './context.ts';
import { AuthFailure } from './failure.ts';

/**
 * `DELETE /user/identities/:id` (AUTH-020). Accounts that were moved here from hosted may have several; the last one
 * cannot go, nor can the address, by which one signs in here.
 */
export const unlinkIdentity: AuthHandler = async (call, context) => {
  const { user } = await requireUser(call, context);
  if (user.identities.length <= 1) {
    throw new AuthFailure(
      422,
      'single_identity_not_deletable',
      'User must have at least 1 identity after unlinking',
    );
  }
  const identity = user.identities.find(({ id }) => id === call.path['id']);
  if (!identity) throw new AuthFailure(422, 'identity_not_found', "Identity doesn't exist");
  if (identity.provider === 'email') {
    throw new AuthFailure(
      422,
      'email_conflict_identity_not_deletable',
      'Unable to unlink identity due to email conflict',
    );
  }
  await context.database.query(
    `with gone as (delete from auth.identities where id = $1 and user_id = $2)
     update auth.users set updated_at = $3, raw_app_meta_data = jsonb_set(
       coalesce(raw_app_meta_data, '{}'), '{providers}',
       (select coalesce(jsonb_agg(distinct i.provider), '[]') from auth.identities i
        where i.user_id = $2 and i.id <> $1)
     ) where id = $2`,
    [identity.id, user.id, context.clock().toISOString()],
  );
  return json({});
};
