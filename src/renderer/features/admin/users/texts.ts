import { params, texts } from '../../../lib/texts.ts';

export const userTexts = texts('admin/user', {
  title: 'Users',
  lead: 'All accounts and guests. Actions are logged; chats are never shown here.',
  loading: 'Loading users…',
  caption: 'Users',
  guest: 'Guest',
  guestOf: params('Guest {id}'),
  search: 'Search name, address or id',
  searchHint: 'Name, address or id',
  empty: { title: 'No users yet' },
  noMatch: { title: 'No matching users', text: 'Try another search or fewer filters.' },
  columns: {
    user: 'User',
    access: 'Access',
    plan: 'Plan',
    requests: 'Replies, 30 days',
    created: 'Created',
    lastSignIn: 'Last sign-in',
    actions: 'Actions',
    email: 'Address',
    name: 'Name',
  },
  anyRole: 'Any role',
  anyPlan: 'Any plan',
  roles: { admin: 'Administrator', banned: 'Banned', restricted: 'Restricted' },
  access: { active: 'Active', restricted: 'Restricted', banned: 'Banned' },
  plans: { guest: 'Guest', starter: 'Starter', professional: 'Professional' },
  unverified: 'Not verified',
  mustReset: 'Must set a new password',
  never: 'Never',
  busy: 'Working...',
  reason: 'Reason (optional)',
  you: 'You',
  menu: {
    of: params('Actions for {name}'),
    suspend: 'Suspend temporarily',
    plan: 'Set plan',
    budget: 'Set monthly budget',
    merge: 'Merge into another account',
    view: 'View as this user',
  },

  /** [ADMIN-029] */
  fetchFailed: 'Error fetching users',
  /** [ADMIN-049] */
  permissionFailed: 'Permission Change Failed',
  /** [ADMIN-050] */
  actionFailed: 'Action Failed',
  /** [ADMIN-051] */
  deletionFailed: 'Deletion Failed',
  deletionFailedText: 'You may need service_role permissions',
  /** [ADMIN-052] */
  creationFailed: 'User Creation Failed',
  emailExists: params('A user with email {email} already exists. Please use a different email address.'),
  /** [ADMIN-053] */
  rolesFailed: 'Roles Assignment Failed',
  /** [ADMIN-054] */
  created: 'User Created Successfully',

  actions: {
    'grant-admin': {
      label: 'Grant administrator',
      title: params('Make {name} an administrator?'),
      text: 'Administrators can use this whole console: users, vendors, keys, settings and the audit log.',
      confirm: 'Grant administrator',
      done: params('{name} is now an administrator'),
    },
    'revoke-admin': {
      label: 'Revoke administrator',
      title: params('Revoke the administrator role of {name}?'),
      text: 'They lose access to the console immediately. The account stays.',
      confirm: 'Revoke administrator',
      done: params('{name} is no longer an administrator'),
    },
    restrict: {
      label: 'Restrict',
      title: params('Restrict {name}?'),
      text: 'They can read their chats, but not send messages until an administrator lifts the restriction.',
      confirm: 'Restrict',
      done: params('{name} is restricted'),
    },
    ban: {
      label: 'Ban',
      title: params('Ban {name}?'),
      text: 'They are signed out everywhere and cannot use the product until an administrator lifts the ban.',
      confirm: 'Ban',
      done: params('{name} is banned'),
    },
    lift: {
      label: 'Lift all restrictions',
      title: params('Lift all restrictions of {name}?'),
      text: 'Ends all bans, restrictions and suspensions.',
      confirm: 'Lift',
      done: params('{name} is no longer restricted'),
    },
    'reset-password': {
      label: 'Force password reset',
      title: params('Make {name} choose a new password?'),
      text: 'They are signed out everywhere and cannot do anything until they choose a new password.',
      confirm: 'Force reset',
      done: params('{name} must set a new password'),
    },
    verify: {
      label: 'Mark address as verified',
      title: params('Mark the address of {name} as verified?'),
      text: 'Do this only if you know that the address is theirs.',
      confirm: 'Mark as verified',
      done: params('The address of {name} is verified'),
    },
    unverify: {
      label: 'Mark address as not verified',
      title: params('Mark the address of {name} as not verified?'),
      text: 'They have to confirm the address again.',
      confirm: 'Mark as not verified',
      done: params('The address of {name} is no longer verified'),
    },
    delete: {
      label: 'Delete account',
      title: params('Delete {name}?'),
      text: "Deletes the account with its chats, messages, images and keys. The audit log stays, without names. This can't be undone.",
      confirm: 'Delete account',
      done: params('{name} was deleted'),
    },
  },
});
