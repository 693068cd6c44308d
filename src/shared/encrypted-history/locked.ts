/** The hint of refusals while the history is locked. Their messages are for the user. */
export const lockedHint = 'encryption_locked';

/** Returns whether a request was refused because the history is locked. */
export const isLockedError = (error: unknown): error is Error =>
  error instanceof Error && 'hint' in error && error.hint === lockedHint;
