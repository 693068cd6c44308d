import type { Auth } from '../auth/auth.ts';
import { endAllSessions } from '../auth/sessions.ts';
import type { OpenedDatabase } from '../database/opened-database.ts';

/** The address of a new owner's account. It identifies nobody: the owner is found by the mark. */
const ownerEmail = 'owner@clover.local';

/** In the account and not in a file beside the database, so that a restored backup brings it along. */
const mark = { is_owner: true };

interface Found {
  readonly id: string;
}

/**
 * The owner of data from before the mark: the first administrator, because the app made the owner before anybody else
 * could sign up. An owner who had changed their address got a second, empty account at the next start; whatever it
 * holds by now comes along.
 */
async function findUnmarkedOwner(database: OpenedDatabase): Promise<string | null> {
  const [owner] = await database.query<Found>(
    `select u.id from auth.users u
       left join public.user_roles r on r.user_id = u.id and r.role = 'admin'
     where r.user_id is not null or u.email = $1
     order by r.user_id is null, u.created_at, u.id limit 1`,
    [ownerEmail],
  );
  if (!owner) return null;
  await database.transaction(async (tx) => {
    const emptied = await tx.query<Found>(
      `select u.id, private.move_content(u.id, $1) from auth.users u where u.email = $2 and u.id <> $1`,
      [owner.id, ownerEmail],
    );
    // The window may still be signed in to the emptied account, and would show no chats.
    for (const { id } of emptied) await endAllSessions(tx, id);
  });
  return owner.id;
}

async function findOwner(database: OpenedDatabase): Promise<string | null> {
  const [owner] = await database.query<Found>(
    `select u.id from auth.users u where u.raw_app_meta_data @> $1::jsonb order by u.created_at, u.id limit 1`,
    [mark],
  );
  return owner?.id ?? findUnmarkedOwner(database);
}

/** Takes back whatever would keep the owner from their chats: they need no password and no second factor here. */
async function repair(database: OpenedDatabase, id: string): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query(
      `update auth.users set
         raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || $2::jsonb,
         encrypted_password = null, email_change = '', email_change_confirm_status = 0,
         banned_until = null, deleted_at = null
       where id = $1 and (
         not coalesce(raw_app_meta_data, '{}') @> $2::jsonb
         or num_nonnulls(encrypted_password, nullif(email_change, ''), banned_until, deleted_at) > 0
       )`,
      [id, mark],
    );
    await tx.query('delete from auth.mfa_factors where user_id = $1', [id]);
    await tx.query(
      `update public.user_verification_status set forced_password_reset = false
       where user_id = $1 and forced_password_reset`,
      [id],
    );
    await tx.query(
      'update public.temporary_restrictions set is_active = false where user_id = $1 and is_active',
      [id],
    );
    await tx.query(`delete from public.user_roles where user_id = $1 and role <> 'admin'`, [id]);
    // The plan comes before the role: the owner of a computer is nobody's customer.
    await tx.query(
      `insert into public.subscriptions as s (user_id, plan, billing, source)
       values ($1, 'professional', 'annual', 'admin')
       on conflict (user_id) do update set plan = 'professional', ends_at = null
       where s.plan <> 'professional' or s.ends_at is not null`,
      [id],
    );
    await tx.query(
      `insert into public.user_roles (user_id, role) values ($1, 'admin') on conflict do nothing`,
      [id],
    );
  });
}

/**
 * The owner's account, made where there is none and repaired where the owner, or an earlier version, had locked it.
 * Resolves to its id.
 */
export async function ensureOwner(database: OpenedDatabase, auth: Pick<Auth, 'createUser'>): Promise<string> {
  const found = await findOwner(database);
  const id =
    found ??
    (
      await auth.createUser({
        email: ownerEmail,
        isEmailConfirmed: true,
        userMetadata: { name: 'You' },
        appMetadata: mark,
      })
    ).id;
  await repair(database, id);
  return id;
}
