export const adminTexts = {
  title: 'Admin Panel',
  checking: 'Checking your permissions',
  /** [ADMIN-020] */
  denied: { title: 'Access Denied', message: "You don't have permission to access the admin panel." },
  /** [ADMIN-022] */
  failed: { title: 'Error', message: 'Failed to verify admin permissions.' },
  navigation: 'Console',
  /** [ADMIN-004] */
  role: 'Administrator',
  /** [ADMIN-005] */
  backToChat: 'Back to Chat',
  signOut: 'Sign Out',
  openMenu: 'Open the menu',
  closeMenu: 'Close the menu',
  collapse: 'Collapse the sidebar',
  expand: 'Expand the sidebar',
} as const;
