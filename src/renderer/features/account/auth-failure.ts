/** What came of an attempt to enter: the service refused with a sentence, or could not be asked at all. */
export type AuthFailure =
  { readonly kind: 'refused'; readonly message: string } | { readonly kind: 'unreachable' };

/**
 * Reads a thrown or returned failure. Only what the service itself answered (it carries an HTTP status) is shown to
 * the person; "Failed to fetch" tells them nothing.
 */
export function readAuthFailure(error: unknown): AuthFailure {
  if (error instanceof Error && 'status' in error && typeof error.status === 'number' && error.status >= 400)
    return { kind: 'refused', message: error.message };
  return { kind: 'unreachable' };
}
