import { randomUUID } from 'node:crypto';
import type { Queryable } from '../database/database.ts';
import { oneTimeTokenMilliseconds } from './settings.ts';

/** The types of all one-time tokens that are sent by email, in the hosted service's terms. */
export const allTokenTypes = [
  'confirmation_token',
  'recovery_token',
  'email_change_token_new',
  'email_change_token_current',
  'reauthentication_token',
] as const;

export type TokenType = (typeof allTokenTypes)[number];

export interface TokenRow {
  readonly user_id: string;
  readonly token_type: TokenType;
}

/** Saves a token and replaces the earlier one of the same type, so that only the newest email is valid. */
export async function saveToken(
  tx: Queryable,
  token: {
    readonly userId: string;
    readonly type: TokenType;
    readonly email: string;
    readonly storedHash: string;
  },
  now: Date,
): Promise<void> {
  await tx.query(
    `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
     values ($1, $2, $3::text::auth.one_time_token_type, $4, $5,
       $6::timestamptz at time zone 'utc', $6::timestamptz at time zone 'utc')
     on conflict (user_id, token_type) do update set
       id = excluded.id, token_hash = excluded.token_hash, relates_to = excluded.relates_to,
       created_at = excluded.created_at, updated_at = excluded.updated_at`,
    [randomUUID(), token.userId, token.type, token.storedHash, token.email, now.toISOString()],
  );
}

/**
 * Deletes and returns the token that has one of these hashes and types and is at most an hour old, or null. If two
 * requests send the same token, only one gets it.
 */
export async function consumeToken(
  tx: Queryable,
  wanted: {
    readonly hashes: readonly string[];
    readonly types: readonly TokenType[];
    readonly userId?: string;
  },
  now: Date,
): Promise<TokenRow | null> {
  const oldest = new Date(now.getTime() - oneTimeTokenMilliseconds);
  const [row] = await tx.query<TokenRow>(
    `delete from auth.one_time_tokens
     where token_hash = any($1) and token_type::text = any($2)
       and created_at > $3::timestamptz at time zone 'utc' and ($4::uuid is null or user_id = $4)
     returning user_id, token_type::text as token_type`,
    [wanted.hashes, wanted.types, oldest.toISOString(), wanted.userId ?? null],
  );
  return row ?? null;
}

export async function deleteTokens(
  tx: Queryable,
  userId: string,
  types: readonly TokenType[],
): Promise<void> {
  await tx.query('delete from auth.one_time_tokens where user_id = $1 and token_type::text = any($2)', [
    userId,
    types,
  ]);
}
