import type { Claims, Queryable } from './database.ts';

/**
 * Makes the running transaction act as the caller, in one round trip: his role and his claims, both until its end.
 *
 * `set_config('role', …, true)` is `set local role` in a form that takes parameters.
 */
export async function actAs(tx: Queryable, claims: Claims): Promise<void> {
  await tx.query(`select set_config('request.jwt.claims', $1, true), set_config('role', $2, true)`, [
    JSON.stringify(claims),
    claims.role,
  ]);
}
