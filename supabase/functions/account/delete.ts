import {
  deleteAccountRequestSchema,
  type DeletedAccount,
} from '../../../src/shared/account/delete-account.ts';
import { readJson } from '../_shared/body.ts';
import { Refusal, type CallerAction } from '../_shared/http.ts';
import { callAsCaller, fetchAuthAdmin } from '../_shared/service.ts';

const maximumBodyBytes = 1024;

/**
 * `POST account/delete {confirm}`: permanently deletes the caller's account with all its data. Banned accounts can't do
 * that, because they could sign up again without the ban.
 */
export const deleteAccount: CallerAction = async (request, context, caller) => {
  await readJson(request, deleteAccountRequestSchema, maximumBodyBytes);
  const access = await callAsCaller(context, caller, 'own_standing', {});
  if (access === 'banned')
    throw new Refusal(403, 'banned', 'This account is banned. Contact an administrator of this service.');
  // Runs as the service, because no one else may delete users. Foreign keys delete the rows of all tables.
  const response = await fetchAuthAdmin(context, `users/${encodeURIComponent(caller.userId)}`, {
    method: 'DELETE',
  });
  // 404 means that an earlier request deleted the account, but its response was lost.
  if (!response.ok && response.status !== 404) {
    if (/last[_ ]admin/i.test(await response.text()))
      throw new Refusal(
        409,
        'last_admin',
        'You are the last administrator. Make someone else an administrator first, then delete your account.',
      );
    throw new Error(`Deleting the account failed with status ${response.status}`);
  }
  return { deleted: true } satisfies DeletedAccount;
};
