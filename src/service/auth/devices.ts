import { createHmac } from 'node:crypto';
import type { Queryable } from '../database/database.ts';
import { limitKey } from '../http/address.ts';
import type { AuthContext, Visitor } from './context.ts';
import { hasSecondFactor, type UserRow } from './users.ts';

/** Limits for the remembered devices of each account. The least recently used one is deleted first. */
const maximumDevices = 20;
const deviceMilliseconds = 90 * 24 * 3_600_000;

/** Identifies a device by a keyed hash of its network and browser. */
export const deviceOf = (
  { deviceKey }: Pick<AuthContext, 'deviceKey'>,
  email: string,
  { address, userAgent }: Visitor,
): string =>
  createHmac('sha256', deviceKey)
    .update(`${email}\n${address === null ? '' : limitKey(address)}\n${userAgent ?? ''}`)
    .digest('base64url');

/**
 * Checks whether someone has signed in to this email's account from this device. Always runs one query, so that the
 * time doesn't show whether the account exists.
 */
export async function isKnownDevice(context: AuthContext, email: string, visitor: Visitor): Promise<boolean> {
  const oldest = new Date(context.clock().getTime() - deviceMilliseconds);
  const rows = await context.database.query(
    `select from auth.users u join auth.known_devices d on d.user_id = u.id
     where u.email = $1 and u.is_sso_user = false and d.device = $2 and d.last_used_at > $3`,
    [email, deviceOf(context, email, visitor), oldest.toISOString()],
  );
  return rows.length > 0;
}

/** Remembers the device after a complete sign-in, which includes the second factor if the account has one. */
export async function rememberDevice(
  tx: Queryable,
  context: AuthContext,
  user: UserRow,
  visitor: Visitor,
  aal: 'aal1' | 'aal2',
): Promise<void> {
  if (user.email === null || (hasSecondFactor(user) && aal !== 'aal2')) return;
  const now = context.clock();
  await tx.query(
    `insert into auth.known_devices as d (user_id, device, last_used_at) values ($1, $2, $3)
     on conflict (user_id, device) do update set last_used_at = excluded.last_used_at
     where d.last_used_at < excluded.last_used_at - interval '1 hour'`,
    [user.id, deviceOf(context, user.email, visitor), now.toISOString()],
  );
  await tx.query(
    `delete from auth.known_devices d using (
       select device, row_number() over (order by last_used_at desc) as place, last_used_at
       from auth.known_devices where user_id = $1
     ) as old
     where d.user_id = $1 and d.device = old.device and (old.place > $2 or old.last_used_at < $3)`,
    [user.id, maximumDevices, new Date(now.getTime() - deviceMilliseconds).toISOString()],
  );
}
