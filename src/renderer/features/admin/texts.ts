export const adminTexts = {
  title: 'Admin Panel',
  lead: 'You are signed in as an administrator. The console opens here soon.',
  checking: 'Checking your permissions',
  /** [ADMIN-020] */
  denied: { title: 'Access Denied', message: "You don't have permission to access the admin panel." },
  /** [ADMIN-022] */
  failed: { title: 'Error', message: 'Failed to verify admin permissions.' },
} as const;

/** The console's pages by their path below /admin [ADMIN-007..016]. */
export const adminPages = [
  { path: 'analytics', title: 'Analytics' },
  { path: 'activity', title: 'Activity' },
  { path: 'users', title: 'Users' },
  { path: 'roles', title: 'Roles and permissions' },
  { path: 'api-vendors', title: 'API vendors' },
  { path: 'api-models', title: 'API models' },
  { path: 'api-keys', title: 'API keys' },
  { path: 'settings', title: 'Settings' },
  { path: 'logs', title: 'Logs' },
] as const;
