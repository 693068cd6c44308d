/** Characters that a password has at least [ACCT-010]. */
export const shortestPassword = 8;
