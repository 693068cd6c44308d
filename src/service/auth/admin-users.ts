import { z } from 'zod';
import { json } from '../http/json.ts';
import { createAccount } from './account-creation.ts';
import { updateAccountAsAdmin } from './account-update.ts';
import { banEnd } from './ban-duration.ts';
import { fields, readBody } from './body.ts';
import { requireServiceRole } from './caller.ts';
import type { AuthCall, AuthHandler } from './context.ts';
import { AuthFailure } from './failure.ts';
import { findUserById, presentUser, userColumns, type UserRow } from './users.ts';

const accountFields = {
  email: fields.email,
  password: fields.password,
  email_confirm: z.boolean().nullish(),
  user_metadata: fields.metadata,
  app_metadata: fields.metadata,
  ban_duration: z.string().max(100).nullish(),
};
const createBody = z.object({ ...accountFields, id: z.uuid().nullish() });
const updateBody = z.object(accountFields);
const deleteBody = z.object({ should_soft_delete: z.boolean().nullish() });

const defaultPerPage = 50;
const maximumPerPage = 1000;
const uuidSchema = z.uuid();

export const userNotFound = () => new AuthFailure(404, 'user_not_found', 'User not found');

/** The id of the user whom an administrative path names. */
export function userIdOf({ path }: AuthCall): string {
  const id = uuidSchema.safeParse(path['id']);
  if (!id.success) throw new AuthFailure(404, 'validation_failed', 'user_id must be an UUID');
  return id.data;
}

/** `POST /admin/users`: an account, confirmed when `email_confirm` says so (AUTH-059). */
export const createUser: AuthHandler = async (call, context) => {
  requireServiceRole(call);
  const body = await readBody(call.request, createBody);
  if (!body.email)
    throw new AuthFailure(400, 'validation_failed', 'Cannot create a user without either an email or phone');
  const user = await createAccount(
    {
      email: body.email,
      password: body.password || undefined,
      isEmailConfirmed: body.email_confirm === true,
      userMetadata: body.user_metadata ?? undefined,
      appMetadata: body.app_metadata ?? undefined,
      bannedUntil: body.ban_duration ? banEnd(body.ban_duration, context.clock()) : null,
      id: body.id ?? undefined,
    },
    context,
  );
  return json(presentUser(user));
};

function pageNumber(text: string | null, fallback: number, maximum: number): number {
  if (!text) return fallback;
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1)
    throw new AuthFailure(400, 'validation_failed', 'Bad Pagination Parameters');
  return Math.min(value, maximum);
}

/** The address of a page, `page` first: supabase-js takes what follows the first `=` for its number. */
const pageLink = (url: URL, page: number, perPage: number, rel: 'next' | 'last') =>
  `<${url.pathname}?page=${page}&per_page=${perPage}>; rel="${rel}"`;

/** `GET /admin/users?page=…&per_page=…`: newest first, with the total and the links that supabase-js reads. */
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
  return json({ users: users.map(presentUser), aud: 'authenticated' }, 200, {
    'x-total-count': String(total),
    link: links.join(', '),
  });
};

/** `GET /admin/users/:id`. */
export const getUserById: AuthHandler = async (call, { database }) => {
  requireServiceRole(call);
  const user = await findUserById(database, userIdOf(call));
  if (!user) throw userNotFound();
  return json(presentUser(user));
};

/** `PUT /admin/users/:id`: address, password, both kinds of metadata, ban. */
export const updateUserById: AuthHandler = async (call, context) => {
  requireServiceRole(call);
  const id = userIdOf(call);
  const body = await readBody(call.request, updateBody);
  const user = await updateAccountAsAdmin(
    id,
    {
      email: body.email || undefined,
      password: body.password || undefined,
      confirmsEmail: body.email_confirm === true,
      userMetadata: body.user_metadata ?? undefined,
      appMetadata: body.app_metadata ?? undefined,
      banDuration: body.ban_duration || undefined,
    },
    context,
  );
  if (!user) throw userNotFound();
  return json(presentUser(user));
};

/** `DELETE /admin/users/:id`: the user with all that belongs to him; nothing is kept, hence no soft deletion (AUTH-060). */
export const deleteUser: AuthHandler = async (call, { database }) => {
  requireServiceRole(call);
  const id = userIdOf(call);
  const body = await readBody(call.request, deleteBody);
  if (body.should_soft_delete)
    throw new AuthFailure(422, 'validation_failed', 'Soft deletion is not supported');
  const deleted = await database.query('delete from auth.users where id = $1 returning id', [id]);
  if (deleted.length === 0) throw userNotFound();
  return json({});
};
