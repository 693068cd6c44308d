import { AuthFailure } from './failure.ts';

/** SQLSTATE of a database error, under both drivers; null for any other error. */
export function sqlState(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : null;
}

export const isUniqueViolation = (error: unknown): boolean => sqlState(error) === '23505';

/** The refusal of a rule of the product that stands in the database, in its own words; null for any other error. */
export function refusalOf(error: unknown): AuthFailure | null {
  const isLastAdmin =
    sqlState(error) === 'P0001' && error instanceof Error && 'hint' in error && error.hint === 'last_admin';
  return isLastAdmin ? new AuthFailure(422, 'last_admin', error.message) : null;
}
