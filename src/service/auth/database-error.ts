/** SQLSTATE of a database error, under both drivers; null for any other error. */
export function sqlState(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : null;
}

export const isUniqueViolation = (error: unknown): boolean => sqlState(error) === '23505';
