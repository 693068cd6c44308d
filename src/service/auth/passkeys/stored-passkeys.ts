import type { Queryable } from '../../database/database.ts';
import { AuthFailure, sqlState } from '../failure.ts';

export interface PasskeyRow {
  readonly id: string;
  readonly credential_id: string;
  readonly transports: readonly string[];
  readonly friendly_name: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
}

const columns = `
  id, encode(credential_id, 'base64') as credential_id, transports, friendly_name, created_at, last_used_at`;

export const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(base64, 'base64'));

/** Converts base64, with PostgreSQL's line breaks, to base64url. */
export const toBase64Url = (base64: string): string => Buffer.from(base64, 'base64').toString('base64url');

export const listPasskeyRows = (database: Queryable, userId: string): Promise<readonly PasskeyRow[]> =>
  database.query<PasskeyRow>(
    `select ${columns} from auth.webauthn_credentials where user_id = $1 order by created_at, id`,
    [userId],
  );

/** Formats a passkey as supabase-js's `PasskeyListItem`. */
export const formatPasskey = (row: PasskeyRow) => ({
  id: row.id,
  ...(row.friendly_name && { friendly_name: row.friendly_name }),
  created_at: row.created_at,
  ...(row.last_used_at && { last_used_at: row.last_used_at }),
});

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const noSuchPasskey = () => new AuthFailure(404, 'validation_failed', 'Passkey not found');

/** Throws unless the passkey exists and belongs to the user. */
export async function renamePasskeyRow(
  database: Queryable,
  userId: string,
  id: string | undefined,
  name: string,
  now: Date,
): Promise<PasskeyRow> {
  const [row] = uuid.test(id ?? '')
    ? await database.query<PasskeyRow>(
        `update auth.webauthn_credentials set friendly_name = $3, updated_at = $4
         where id = $1 and user_id = $2 returning ${columns}`,
        [id, userId, name, now.toISOString()],
      )
    : [];
  if (!row) throw noSuchPasskey();
  return row;
}

/** Throws unless the passkey exists and belongs to the user. */
export async function deletePasskeyRow(
  database: Queryable,
  userId: string,
  id: string | undefined,
): Promise<void> {
  const deletedRows = uuid.test(id ?? '')
    ? await database.query(
        'delete from auth.webauthn_credentials where id = $1 and user_id = $2 returning id',
        [id, userId],
      )
    : [];
  if (deletedRows.length === 0) throw noSuchPasskey();
}

/**
 * Adds an entry to the audit log, in the transaction of the change. Skipped without the product's tables, which the
 * service for accounts doesn't need.
 */
export async function logPasskeyAction(
  tx: Queryable,
  action: 'passkey.add' | 'passkey.remove',
  userId: string,
): Promise<void> {
  const [log] = await tx.query<{ readonly exists: boolean }>(
    `select to_regprocedure('private.log_own_action(text, jsonb, uuid)') is not null as exists`,
  );
  if (!log?.exists) return;
  try {
    await tx.query(`select private.log_own_action($1, '{}', $2)`, [action, userId]);
  } catch (error) {
    if (sqlState(error) === 'PT429' && error instanceof Error)
      throw new AuthFailure(429, 'over_request_rate_limit', error.message);
    throw error;
  }
}
