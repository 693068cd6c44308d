/** What sign-up leaves in the history for the sign-in page: the address that is still to be confirmed. */
export const unconfirmedState = (email: string) => ({ unconfirmed: email });

/** The address that sign-up left there; null when it left none. */
export function unconfirmedIn(state: unknown): string | null {
  const email =
    typeof state === 'object' && state !== null && 'unconfirmed' in state ? state.unconfirmed : null;
  return typeof email === 'string' && email !== '' ? email : null;
}
