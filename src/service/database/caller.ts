import type { Claims, Queryable } from './database.ts';

/**
 * Sets the caller's role and claims until the end of the transaction, in one round trip: `set_config('role', …, true)`
 * is `set local role` with a parameter.
 */
export async function actAs(tx: Queryable, claims: Claims): Promise<void> {
  await tx.query(`select set_config('request.jwt.claims', $1, true), set_config('role', $2, true)`, [
    JSON.stringify(claims),
    claims.role,
  ]);
}
