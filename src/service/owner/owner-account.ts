import type { Auth } from '../auth/auth.ts';
import { endAllSessions } from '../auth/sessions.ts';
import type { OpenedDatabase } from '../database/opened-database.ts';

/** The email of a new owner account. Owners are identified by `ownerMark`, not by this email, which they may change. */
const ownerEmail = 'owner@clover.local';

/** Stored in the account and not in a file next to the database, so that a restored backup contains it. */
const ownerMark = { is_owner: true };

interface UserId {
  readonly id: string;
}

/**
 * Finds the owner in data without the mark: the first administrator, because the app created the owner before anyone
 * else could sign up. In earlier versions, the start after an owner changed their email created a second account. Its
 * content is moved to the first one.
 */
async function findUnmarkedOwner(database: OpenedDatabase): Promise<string | null> {
  const [owner] = await database.query<UserId>(
    `select u.id from auth.users u
       left join public.user_roles r on r.user_id = u.id and r.role = 'admin'
     where r.user_id is not null or u.email = $1
     order by r.user_id is null, u.created_at, u.id limit 1`,
    [ownerEmail],
  );
  if (!owner) return null;
  await database.transaction(async (tx) => {
    const emptied = await tx.query<UserId>(
      `select u.id, private.move_content(u.id, $1) from auth.users u where u.email = $2 and u.id <> $1`,
      [owner.id, ownerEmail],
    );
    // The window may still be signed in to the emptied account and would show no chats.
    for (const { id } of emptied) await endAllSessions(tx, id);
  });
  return owner.id;
}

async function findOwner(database: OpenedDatabase): Promise<string | null> {
  const [owner] = await database.query<UserId>(
    `select u.id from auth.users u where u.raw_app_meta_data @> $1::jsonb order by u.created_at, u.id limit 1`,
    [ownerMark],
  );
  return owner?.id ?? findUnmarkedOwner(database);
}

/** Reverts everything that would lock the owner out. Owners need neither a password nor a second factor. */
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
      [id, ownerMark],
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
    // The owner of a computer doesn't pay, so they get the full plan.
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

/** Creates the owner's account if there is none, and unlocks it if it was locked. Resolves to its id. */
export async function ensureOwner(database: OpenedDatabase, auth: Pick<Auth, 'createUser'>): Promise<string> {
  const existingId = await findOwner(database);
  const id =
    existingId ??
    (
      await auth.createUser({
        email: ownerEmail,
        isEmailConfirmed: true,
        userMetadata: { name: 'You' },
        appMetadata: ownerMark,
      })
    ).id;
  await repair(database, id);
  return id;
}
