/**
 * The credentials that the sign-in page shows (ACCT-022). They open no account: whoever enters them gets a guest
 * session of their own that carries this e-mail and name (ACCT-034, ACCT-035).
 */
export const demoAccount = {
  email: 'demo@clover.local',
  password: 'clover-demo',
  name: 'Demo User',
} as const;
