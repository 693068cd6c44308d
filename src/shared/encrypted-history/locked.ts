/** The hint in the refusal of a request while the history is locked. The refusal's message is for the user. */
export const lockedHint = 'encryption_locked';

/** Whether a request was refused because the history is locked. */
export const isLockedError = (error: unknown): error is Error =>
  error instanceof Error && 'hint' in error && error.hint === lockedHint;
