import { z } from 'zod';
import type { userRequestSchemas } from '../../../../src/shared/admin/users.ts';
import type { FunctionContext } from '../../_shared/context.ts';
import { Refusal } from '../../_shared/http.ts';
import { fetchAuthAdmin, readResult } from '../../_shared/service.ts';
import type { ActionContext } from '../action.ts';

type Body = z.infer<typeof userRequestSchemas.create>;

const startedSchema = z.object({ is_there: z.boolean() });
const errorSchema = z.object({ error_code: z.string().optional(), code: z.unknown() });

/** Returns the auth service's error code if it did not create the account, otherwise null. */
async function createAccount(context: FunctionContext, { id, email, name }: Body): Promise<string | null> {
  // Runs as the service, because only the auth service's admin API can create accounts for other people.
  const response = await fetchAuthAdmin(context, 'users', {
    method: 'POST',
    body: JSON.stringify({ id, email, email_confirm: true, user_metadata: name ? { name } : {} }),
  });
  if (response.ok) return null;
  const error = errorSchema.safeParse(await response.json().catch(() => ({})));
  const { error_code, code } = error.success ? error.data : {};
  return error_code ?? (typeof code === 'string' ? code : 'unknown');
}

function refusalFor(code: string, email: string): Refusal {
  if (code === 'email_exists' || code === 'user_already_exists')
    return new Refusal(
      409,
      'email_exists',
      `A user with email ${email} already exists. Please use a different email address.`,
    );
  if (code === 'validation_failed' || code === 'email_address_invalid')
    return new Refusal(400, code, 'This email address is not valid. Enter another one.');
  return new Refusal(502, 'auth_failed', "Couldn't create the account. Try again.");
}

/**
 * Creates an account with a confirmed email and no password. The owner chooses a password by email ("Forgot your
 * password?"), so that no administrator can sign in. The log records the beginning and the end, because the auth
 * service creates the account in between. Repeating the request with the same id creates no second account.
 */
export async function createUser(body: Body, { context, call }: ActionContext): Promise<unknown> {
  const started = await call('begin_user_creation', { new_user: body.id });
  const { is_there: exists } = readResult(started, startedSchema);
  const failure = exists ? null : await createAccount(context, body);
  const result = await call('finish_user_creation', {
    new_user: body.id,
    failure,
    roles: body.roles,
    plan: body.plan,
  });
  if (failure === null) return result;
  readResult(result, z.object({}));
  throw refusalFor(failure, body.email);
}
