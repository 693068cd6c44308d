import type { Queryable } from '../database/database.ts';
import { AuthFailure } from './failure.ts';

export interface FactorRow {
  readonly id: string;
  readonly user_id: string;
  readonly status: 'unverified' | 'verified';
  readonly secret: string;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Finds the user's factor and locks it until the transaction ends. Throws mfa_factor_not_found if there is no such
 * factor or it belongs to another user.
 */
export async function lockFactor(tx: Queryable, userId: string, id: string | undefined): Promise<FactorRow> {
  const [factor] = uuid.test(id ?? '')
    ? await tx.query<FactorRow>(
        `select id, user_id, status::text as status, secret from auth.mfa_factors
         where id = $1 and user_id = $2 and factor_type::text = 'totp' for update`,
        [id, userId],
      )
    : [];
  if (!factor) throw new AuthFailure(404, 'mfa_factor_not_found', 'Factor not found');
  return factor;
}

/** Removes a factor. Sessions that used it return to their earlier assurance level (AUTH-030). */
export async function removeFactor(tx: Queryable, id: string, now: Date): Promise<void> {
  await tx.query(
    `with lowered as (
       update auth.sessions set aal = 'aal1', factor_id = null, updated_at = $2 where factor_id = $1 returning id
     )
     delete from auth.mfa_amr_claims m using lowered l
     where m.session_id = l.id and m.authentication_method = 'totp'`,
    [id, now.toISOString()],
  );
  await tx.query('delete from auth.mfa_factors where id = $1', [id]);
}
