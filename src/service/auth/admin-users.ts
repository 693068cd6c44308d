import { z } from 'zod';
import { json } from '../http/json.ts';
import { createAccount, updateAccountAsAdmin } from './accounts.ts';
import { bodyFields, readBody, textField } from './body.ts';
import { requireServiceRole } from './caller.ts';
import type { AuthCall, AuthHandler } from './context.ts';
import { lockFactor, removeFactor } from './factors.ts';
import { requireRelyingParty } from './passkeys/relying-party.ts';
import { deletePasskeyRow, formatPasskey, listPasskeyRows } from './passkeys/stored-passkeys.ts';
import { invalidRequest, userNotFound } from './failure.ts';
import { findUserById, formatUser, userColumns, type UserRow } from './users.ts';

const updateBody = z.object({
  email: bodyFields.email,
  password: bodyFields.password,
  email_confirm: z.boolean().nullish(),
  user_metadata: bodyFields.metadata,
  app_metadata: bodyFields.metadata,
  ban_duration: textField(100),
});
const createBody = updateBody.extend({ id: z.uuid().nullish() });
const deleteBody = z.object({ should_soft_delete: z.boolean().nullish() });

const defaultPerPage = 50;
const maximumPerPage = 1000;

const noSuchUser = () => userNotFound(404, 'User not found');

function userIdOf({ path }: AuthCall): string {
  const id = z.uuid().safeParse(path['id']);
  if (!id.success) throw invalidRequest('user_id must be an UUID', 404);
  return id.data;
}

const toAccount = (body: z.infer<typeof updateBody>) => ({
  password: body.password,
  userMetadata: body.user_metadata,
  appMetadata: body.app_metadata,
  banDuration: body.ban_duration,
});

/** `POST /admin/users`: creates an account, confirmed if `email_confirm` is true (AUTH-059). */
export const createUser: AuthHandler = async (call, context) => {
  requireServiceRole(call);
  const body = await readBody(call.request, createBody);
  const { email, id } = body;
  if (!email) throw invalidRequest('Cannot create a user without either an email or phone');
  const account = {
    ...toAccount(body),
    email,
    isEmailConfirmed: body.email_confirm === true,
    id: id ?? undefined,
  };
  return json(formatUser(await createAccount(account, context)));
};

function pageNumber(value: string | null, fallback: number, maximum: number): number {
  if (!value) return fallback;
  const page = Number(value);
  if (!Number.isSafeInteger(page) || page < 1) throw invalidRequest('Bad Pagination Parameters');
  return Math.min(page, maximum);
}

/**
 * Builds a page link. `page` comes first, because supabase-js takes the text after the first `=` as the page number.
 */
const pageLink = (url: URL, page: number, perPage: number, rel: 'next' | 'last') =>
  `<${url.pathname}?page=${page}&per_page=${perPage}>; rel="${rel}"`;

/**
 * `GET /admin/users?page=…&per_page=…`: lists users, newest first, with the total and the page links that supabase-js
 * reads.
 */
export const listUsers: AuthHandler = async (call, { database }) => {
  requireServiceRole(call);
  const { searchParams } = call.url;
  const page = pageNumber(searchParams.get('page'), 1, Number.MAX_SAFE_INTEGER);
  const perPage = pageNumber(searchParams.get('per_page'), defaultPerPage, maximumPerPage);
  const [count] = await database.query<{ readonly total: number }>(
    'select count(*)::int as total from auth.users',
  );
  const total = count?.total ?? 0;
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  const users =
    page > lastPage
      ? []
      : await database.query<UserRow>(
          `select ${userColumns} from auth.users u order by u.created_at desc, u.id limit $1 offset $2`,
          [perPage, (page - 1) * perPage],
        );
  const links = [
    ...(page < lastPage ? [pageLink(call.url, page + 1, perPage, 'next')] : []),
    pageLink(call.url, lastPage, perPage, 'last'),
  ];
  return json({ users: users.map(formatUser), aud: 'authenticated' }, 200, {
    'x-total-count': String(total),
    link: links.join(', '),
  });
};

export const getUserById: AuthHandler = async (call, { database }) => {
  requireServiceRole(call);
  const user = await findUserById(database, userIdOf(call));
  if (!user) throw noSuchUser();
  return json(formatUser(user));
};

/** `PUT /admin/users/:id`: changes email, password, metadata or ban. */
export const updateUserById: AuthHandler = async (call, context) => {
  requireServiceRole(call);
  const id = userIdOf(call);
  const body = await readBody(call.request, updateBody);
  const changes = { ...toAccount(body), email: body.email, confirmsEmail: body.email_confirm === true };
  const user = await updateAccountAsAdmin(id, changes, context);
  if (!user) throw noSuchUser();
  return json(formatUser(user));
};

/** `DELETE /admin/users/:id`: deletes the user and all their rows (AUTH-060). There is no soft deletion. */
export const deleteUser: AuthHandler = async (call, { database }) => {
  requireServiceRole(call);
  const id = userIdOf(call);
  const body = await readBody(call.request, deleteBody);
  if (body.should_soft_delete) throw invalidRequest('Soft deletion is not supported', 422);
  const deletedRows = await database.query('delete from auth.users where id = $1 returning id', [id]);
  if (deletedRows.length === 0) throw noSuchUser();
  return json({});
};

/** `GET /admin/users/:id/factors`: lists a user's second factors without their secrets. */
export const listFactorsOfUser: AuthHandler = async (call, { database }) => {
  requireServiceRole(call);
  const user = await findUserById(database, userIdOf(call));
  if (!user) throw noSuchUser();
  return json(user.factors);
};

/** `DELETE /admin/users/:id/factors/:factor`: removes a second factor, for users who lost it. */
export const deleteFactorOfUser: AuthHandler = async (call, { database, clock }) => {
  requireServiceRole(call);
  const userId = userIdOf(call);
  const id = await database.transaction(async (tx) => {
    const factor = await lockFactor(tx, userId, call.path['factor']);
    await removeFactor(tx, factor.id, clock());
    return factor.id;
  });
  return json({ id });
};

/** `GET /admin/users/:id/passkeys`: lists a user's passkeys. */
export const listPasskeysOfUser: AuthHandler = async (call, context) => {
  requireServiceRole(call);
  requireRelyingParty(context);
  const user = await findUserById(context.database, userIdOf(call));
  if (!user) throw noSuchUser();
  return json((await listPasskeyRows(context.database, user.id)).map(formatPasskey));
};

/** `DELETE /admin/users/:id/passkeys/:passkey`: removes a passkey, for users who lost it. */
export const deletePasskeyOfUser: AuthHandler = async (call, context) => {
  requireServiceRole(call);
  requireRelyingParty(context);
  await deletePasskeyRow(context.database, userIdOf(call), call.path['passkey']);
  return new Response(null, { status: 204 });
};
