import { z } from 'zod';
import { userReplySchemas, userRequestSchemas } from '../../../../src/shared/admin/users.ts';
import type { FunctionContext } from '../../_shared/context.ts';
import { Refusal } from '../../_shared/http.ts';
import { act, defineAct, type ActContext } from '../act.ts';

type Body = z.infer<typeof userRequestSchemas.create>;

const begunSchema = z.object({ is_there: z.boolean() });
const finishedSchema = userReplySchemas.create;
const errorSchema = z.object({ error_code: z.string().optional(), code: z.unknown() });

/** The auth service's word for why it made no account; null where it made one. */
async function makeAccount(context: FunctionContext, { id, email, name }: Body) {
  // As the service: accounts of others are made by the auth service's own administrators' interface alone.
  const answer = await context.serviceFetch(`${context.supabaseUrl}/auth/v1/admin/users`, {
    method: 'POST',
    headers: {
      apikey: context.secretKey,
      authorization: `Bearer ${context.secretKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      id,
      email,
      email_confirm: true,
      user_metadata: name ? { name } : {},
    }),
  });
  if (answer.ok) return null;
  const told = errorSchema.safeParse(await answer.json().catch(() => ({})));
  const { error_code, code } = told.success ? told.data : {};
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
    return new Refusal(400, code, 'This e-mail address cannot be used. Enter another one.');
  return new Refusal(502, 'auth_failed', 'The account could not be made. Try again.');
}

/**
 * Makes an account with a confirmed address and no password: its owner chooses one through their mailbox ("Forgot
 * password?"), so no administrator knows a way in. The log has a beginning and an end, because the auth service makes
 * the account in between; repeating it with the same id makes no second one.
 */
async function create(context: ActContext, body: Body) {
  const { is_there } = await act(context, 'begin_user_creation', { new_user: body.id }, begunSchema);
  const failure = is_there ? null : await makeAccount(context.context, body);
  const parameters = { new_user: body.id, failure, roles: body.roles, plan: body.plan };
  if (failure !== null) {
    await act(context, 'finish_user_creation', parameters, z.object({}));
    throw refusalFor(failure, body.email);
  }
  return act(context, 'finish_user_creation', parameters, finishedSchema);
}

export const createAct = defineAct(userRequestSchemas.create, create);
