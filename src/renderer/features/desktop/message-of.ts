/** Errors of the bridge have messages that can be shown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
