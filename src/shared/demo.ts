/**
 * The credentials on the sign-in page (ACCT-022). There is no such account: entering them starts a guest session with
 * this email and name (ACCT-034, ACCT-035).
 */
export const demoAccount = {
  email: 'demo@clover.local',
  password: 'clover-demo',
  name: 'Demo User',
} as const;
