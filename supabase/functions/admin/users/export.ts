import { z } from 'zod';
import { toCsv } from '../../../../src/shared/admin/csv.ts';
import { type AdminUser, adminUserSchema, type UserFilter } from '../../../../src/shared/admin/users.ts';
import { readResult } from '../../_shared/service.ts';
import type { ActionContext } from '../action.ts';

/**
 * Maximum rows of an export. They are read in pages, because each query must finish within the time limit for
 * statements.
 */
const maximumExportRows = 10_000;
const pageSize = 500;

const pageSchema = z.object({ users: z.array(adminUserSchema) });

const header = [
  'id',
  'email',
  'name',
  'guest',
  'email verified',
  'plan',
  'plan ends',
  'roles',
  'access',
  'created',
  'last sign-in',
  'replies in 30 days',
];
const rowOf = (user: AdminUser) => [
  user.id,
  user.email,
  user.name,
  user.is_guest,
  user.email_verified,
  user.plan,
  user.plan_ends_at,
  user.roles.join(' '),
  user.access,
  user.created_at,
  user.last_sign_in_at,
  user.requests,
];

/** Exports all accounts that match a filter as CSV, newest first. */
export async function exportUsers(filter: UserFilter, { call, signal }: ActionContext) {
  const users: AdminUser[] = [];
  let page: readonly AdminUser[];
  do {
    signal.throwIfAborted();
    const after = users.at(-1)?.id;
    ({ users: page } = readResult(
      await call('export_users', { filter, after, max_rows: pageSize }),
      pageSchema,
    ));
    users.push(...page);
  } while (page.length === pageSize && users.length <= maximumExportRows);
  const exported = users
    .slice(0, maximumExportRows)
    .toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at));
  return {
    file_name: `users-${new Date().toISOString().slice(0, 10)}.csv`,
    csv: toCsv(header, exported.map(rowOf)),
    rows: exported.length,
    is_cut: users.length > maximumExportRows,
  };
}
