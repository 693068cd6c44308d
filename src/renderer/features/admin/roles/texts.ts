import { params, plural, texts } from '../../../../shared/texts.ts';

export const roleTexts = texts('admin/role', {
  title: 'Roles and permissions',
  lead: "Who has each role and what it allows, read from the database's current rules.",
  loading: 'Loading roles…',
  roles: 'Roles',
  names: { admin: 'Administrator', banned: 'Banned', restricted: 'Restricted' },
  descriptions: {
    admin:
      "Full access to the Admin Panel: accounts, providers, keys, models, settings and the audit log. Can see a user's chats only if the user allows it.",
    restricted: "Can read their chats, but can't send messages.",
    banned: "Can't sign in.",
  },
  members: plural({ one: '{count} account', other: '{count} accounts' }),
  membersOf: params('{members} with the role {role}'),
  roleColumns: { role: 'Role', allows: 'What it allows', members: 'Members' },
  actionCount: plural({ one: '{count} admin action', other: '{count} admin actions' }),
  actionsNote: 'Each action checks the role, makes the change and writes the audit log in one transaction.',
  ruleCount: plural({ one: '{count} database permission', other: '{count} database permissions' }),
  rulesNote: 'Anything not listed here is denied. Rules that give administrators more access are marked.',
  caption: params('Permissions on {table}'),
  operations: { select: 'Read', insert: 'Add', update: 'Change', delete: 'Delete' },
  everyone: 'Everyone',
  signedIn: 'Signed-in users',
  administrators: 'Administrators',
  columns: { operation: 'Operation', who: 'For', rule: 'Rule' },
  search: 'Search tables and rules',
  noMatch: 'No matching rules',
});
