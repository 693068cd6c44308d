import {
  deleteAccountRequestSchema,
  type DeletedAccount,
} from '../../../src/shared/account/delete-account.ts';
import { readJson } from '../_shared/body.ts';
import type { Caller, FunctionContext } from '../_shared/context.ts';
import { json, Refusal } from '../_shared/http.ts';
import { callAsCaller, ServiceError } from '../_shared/service.ts';

/** Bytes. A sentence and nothing else. */
const largestBody = 1024;

/**
 * `POST account/delete {confirm}`: the caller's account with everything in it, at once and for good. A session that
 * owes something (second factor, new password) and a banned account may not: the first is not sure to be the owner's,
 * the second would come back clean.
 */
export async function deleteAccount(
  request: Request,
  context: FunctionContext,
  caller: Caller,
): Promise<Response> {
  await readJson(request, deleteAccountRequestSchema, largestBody);
  const standing = await callAsCaller(context, caller, 'own_standing', {});
  if (standing === 'banned')
    throw new Refusal(403, 'banned', 'This account cannot be used. Ask whoever runs this service.');
  await deleteUser(context, caller.userId);
  return json({ deleted: true } satisfies DeletedAccount);
}

/** As the service: only it may delete from the auth service. Every table follows by its foreign key. */
async function deleteUser(context: FunctionContext, userId: string): Promise<void> {
  const { supabaseUrl, secretKey } = context;
  const response = await context.serviceFetch(
    `${supabaseUrl}/auth/v1/admin/users/${encodeURIComponent(userId)}`,
    { method: 'DELETE', headers: { apikey: secretKey, authorization: `Bearer ${secretKey}` } },
  );
  if (response.ok) return;
  const reason = await response.text();
  // Repeating it is no mistake: the first try got through, and its answer did not.
  if (response.status === 404) return;
  if (/last[_ ]admin/i.test(reason))
    throw new Refusal(
      409,
      'last_admin',
      'You are the last administrator. Make somebody else one first, then delete your account.',
    );
  throw new ServiceError(response.status, 'unknown');
}
