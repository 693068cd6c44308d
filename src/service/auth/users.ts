import { randomUUID } from 'node:crypto';
import type { Queryable } from '../database/database.ts';
import { userNotFound } from './failure.ts';
import { mergeMetadata, type Metadata } from './metadata.ts';

interface IdentityRow {
  readonly id: string;
  readonly user_id: string;
  readonly provider: string;
  readonly identity_data: Metadata;
  readonly email: string | null;
  readonly last_sign_in_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface FactorSummary {
  readonly id: string;
  readonly friendly_name: string | null;
  readonly factor_type: 'totp' | 'phone' | 'webauthn';
  readonly status: 'unverified' | 'verified';
  readonly created_at: string;
  readonly updated_at: string;
}

/** The columns of an auth.users row that this service reads, with identities and factors. */
export interface UserRow {
  readonly id: string;
  readonly email: string | null;
  readonly encrypted_password: string | null;
  readonly email_confirmed_at: string | null;
  readonly phone: string | null;
  readonly last_sign_in_at: string | null;
  readonly banned_until: string | null;
  readonly invited_at: string | null;
  readonly confirmation_sent_at: string | null;
  readonly recovery_sent_at: string | null;
  readonly email_change_sent_at: string | null;
  /** The new email that the user requested. Empty or null if there is none. */
  readonly email_change: string | null;
  /** 1 if one of the two mailboxes has confirmed the change. */
  readonly email_change_confirm_status: number | null;
  readonly raw_app_meta_data: Metadata;
  readonly raw_user_meta_data: Metadata;
  readonly is_anonymous: boolean;
  readonly created_at: string;
  readonly updated_at: string;
  readonly identities: readonly IdentityRow[];
  readonly factors: readonly FactorSummary[];
}

/** The columns of `auth.users u` for a UserRow. */
export const userColumns = `
  u.id, u.email, u.encrypted_password, u.email_confirmed_at, u.phone, u.last_sign_in_at, u.banned_until,
  u.invited_at, u.confirmation_sent_at, u.recovery_sent_at, u.email_change_sent_at, u.email_change,
  u.email_change_confirm_status,
  coalesce(u.raw_app_meta_data, '{}') as raw_app_meta_data,
  coalesce(u.raw_user_meta_data, '{}') as raw_user_meta_data,
  u.is_anonymous, u.created_at, u.updated_at,
  (select coalesce(jsonb_agg(to_jsonb(i) order by i.created_at), '[]') from auth.identities i where i.user_id = u.id)
    as identities,
  (select coalesce(jsonb_agg(jsonb_build_object(
     'id', f.id, 'friendly_name', f.friendly_name, 'factor_type', f.factor_type, 'status', f.status,
     'created_at', f.created_at, 'updated_at', f.updated_at
   ) order by f.created_at, f.id), '[]') from auth.mfa_factors f where f.user_id = u.id) as factors`;

export async function findUserById(database: Queryable, id: string): Promise<UserRow | null> {
  const sql = `select ${userColumns} from auth.users u where u.id = $1`;
  const [user] = await database.query<UserRow>(sql, [id]);
  return user ?? null;
}

/** Finds a user who is expected to exist. Throws user_not_found if they were deleted meanwhile. */
export async function requireUserById(database: Queryable, id: string): Promise<UserRow> {
  const user = await findUserById(database, id);
  if (!user) throw userNotFound();
  return user;
}

/** Finds a user by email, which must be in lower case, as it is stored. */
export async function findUserByEmail(database: Queryable, email: string): Promise<UserRow | null> {
  const [user] = await database.query<UserRow>(
    `select ${userColumns} from auth.users u where u.email = $1 and u.is_sso_user = false`,
    [email],
  );
  return user ?? null;
}

/** Finds a user and locks the row until the transaction ends. */
export async function lockUser(tx: Queryable, id: string): Promise<UserRow | null> {
  await tx.query('select from auth.users where id = $1 for update', [id]);
  return findUserById(tx, id);
}

export interface NewUser {
  /** Null for a guest. */
  readonly email: string | null;
  readonly passwordHash?: string | null;
  readonly isEmailConfirmed?: boolean;
  readonly userMetadata?: Metadata | undefined;
  readonly appMetadata?: Metadata | undefined;
  readonly bannedUntil?: Date | null;
  readonly id?: string | undefined;
}

/** The app_metadata that the hosted service stores for a user with an email. */
export const emailProvider: Metadata = { provider: 'email', providers: ['email'] };

/** Creates a user, and an identity if there is an email. Rejects with SQLSTATE 23505 if the email is taken. */
export async function insertUser(tx: Queryable, user: NewUser, now: Date): Promise<UserRow> {
  const { id = randomUUID(), email, isEmailConfirmed = false, userMetadata = {}, appMetadata = {} } = user;
  await tx.query(
    `insert into auth.users (
       instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, banned_until,
       raw_app_meta_data, raw_user_meta_data, is_anonymous, created_at, updated_at,
       confirmation_token, recovery_token, email_change_token_new, email_change
     ) values (
       '00000000-0000-0000-0000-000000000000', $1, 'authenticated', 'authenticated', $2, $3, $4, $5,
       $6::text::jsonb, $7::text::jsonb, $8, $9, $9, '', '', '', ''
     )`,
    [
      id,
      email,
      user.passwordHash ?? null,
      isEmailConfirmed ? now.toISOString() : null,
      user.bannedUntil?.toISOString() ?? null,
      JSON.stringify(email === null ? appMetadata : { ...appMetadata, ...emailProvider }),
      JSON.stringify(userMetadata),
      email === null,
      now.toISOString(),
    ],
  );
  if (email !== null) await saveEmailIdentity(tx, id, email, isEmailConfirmed, now);
  return requireUserById(tx, id);
}

/** Saves the email identity and, like the hosted service, `email_verified` in the user's metadata. */
export async function saveEmailIdentity(
  tx: Queryable,
  userId: string,
  email: string,
  isVerified: boolean,
  now: Date,
): Promise<void> {
  const data = { sub: userId, email, email_verified: isVerified, phone_verified: false };
  await tx.query(
    `with verified as (
       update auth.users set raw_user_meta_data =
         coalesce(raw_user_meta_data, '{}') || jsonb_build_object('email_verified', $4::boolean)
       where id = $1::uuid
     )
     insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     values ($1::text, $1::uuid, $2::text::jsonb, 'email', $3, $3, $3)
     on conflict (provider_id, provider)
     do update set identity_data = excluded.identity_data, updated_at = excluded.updated_at`,
    [userId, JSON.stringify(data), now.toISOString(), isVerified],
  );
}

/**
 * Merges new user data into the stored data. Locks the row, because two devices may change different keys at the same
 * time.
 */
export async function saveUserMetadata(
  tx: Queryable,
  id: string,
  data: Metadata | null | undefined,
  now: Date,
): Promise<UserRow> {
  if (!data) return requireUserById(tx, id);
  const user = await lockUser(tx, id);
  if (!user) throw userNotFound();
  await tx.query(
    'update auth.users set raw_user_meta_data = $2::text::jsonb, updated_at = $3 where id = $1',
    [id, JSON.stringify(mergeMetadata(user.raw_user_meta_data, data)), now.toISOString()],
  );
  return requireUserById(tx, id);
}

export const isBanned = (user: Pick<UserRow, 'banned_until'>, now: Date): boolean =>
  user.banned_until !== null && new Date(user.banned_until) > now;

/** Checks whether the account has a second factor, which its sessions then require. */
export const hasSecondFactor = (user: Pick<UserRow, 'factors'>): boolean =>
  user.factors.some(({ status }) => status === 'verified');

/** Formats a user for the API as supabase-js's `User` (AUTH-028). */
export function formatUser(user: UserRow) {
  return {
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email ?? '',
    ...(user.email_confirmed_at && {
      email_confirmed_at: user.email_confirmed_at,
      confirmed_at: user.email_confirmed_at,
    }),
    phone: user.phone ?? '',
    ...(user.last_sign_in_at && { last_sign_in_at: user.last_sign_in_at }),
    ...(user.banned_until && { banned_until: user.banned_until }),
    ...(user.invited_at && { invited_at: user.invited_at }),
    ...(user.confirmation_sent_at && { confirmation_sent_at: user.confirmation_sent_at }),
    ...(user.recovery_sent_at && { recovery_sent_at: user.recovery_sent_at }),
    ...(user.email_change && { new_email: user.email_change }),
    ...(user.email_change &&
      user.email_change_sent_at && { email_change_sent_at: user.email_change_sent_at }),
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    identities: user.identities.map((identity) => ({
      identity_id: identity.id,
      id: user.id,
      user_id: identity.user_id,
      identity_data: identity.identity_data,
      provider: identity.provider,
      email: identity.email,
      last_sign_in_at: identity.last_sign_in_at,
      created_at: identity.created_at,
      updated_at: identity.updated_at,
    })),
    created_at: user.created_at,
    updated_at: user.updated_at,
    is_anonymous: user.is_anonymous,
    ...(user.factors.length > 0 && { factors: user.factors }),
  };
}

export type AuthUser = ReturnType<typeof formatUser>;
