/** Errors from the bridge have messages for the user. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
