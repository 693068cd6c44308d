import type { Queryable } from '../database/database.ts';
import type { AuthContext } from './context.ts';
import { AuthFailure } from './failure.ts';
import { mergeMetadata, type Metadata } from './metadata.ts';
import { mustFindUser, type UserRow } from './users.ts';

/**
 * Lays new user data over what the row holds now, under a lock: two devices may change different keys at once.
 * Only the user's own kind of metadata; the service's kind is set by administrators alone.
 */
export async function saveUserMetadata(tx: Queryable, id: string, data: Metadata, now: Date): Promise<void> {
  const [row] = await tx.query<{ readonly current: Metadata }>(
    `select coalesce(raw_user_meta_data, '{}') as current from auth.users where id = $1 for update`,
    [id],
  );
  if (!row) throw new AuthFailure(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  await tx.query(
    'update auth.users set raw_user_meta_data = $2::text::jsonb, updated_at = $3 where id = $1',
    [id, JSON.stringify(mergeMetadata(row.current, data)), now.toISOString()],
  );
}

/** The user with new data of his own; unchanged where there is none. */
export async function saveData(
  { database, clock }: AuthContext,
  user: UserRow,
  data: Metadata | null | undefined,
): Promise<UserRow> {
  if (!data) return user;
  return database.transaction(async (tx) => {
    await saveUserMetadata(tx, user.id, data, clock());
    return mustFindUser(tx, user.id);
  });
}
