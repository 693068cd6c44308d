import { counted } from '../format.ts';

export const roleTexts = {
  title: 'Roles and permissions',
  lead: 'Who has which role, and what each may do. The rules are read from the database as it enforces them now, so this page cannot be out of date.',
  loading: 'Reading the rules',
  roles: 'Roles',
  names: { admin: 'Administrator', banned: 'Banned', restricted: 'Restricted' },
  what: {
    admin:
      'Uses this console: accounts, vendors and their keys, models, settings, the audit log. Sees no chats.',
    restricted: 'Reads own chats and cannot send.',
    banned: 'Cannot use the product at all; only the own roles can be read.',
  },
  members: (value: number) => counted(value, 'account'),
  show: (role: string) => `Show accounts with the role ${role}`,
  showShort: 'Show accounts',
  acts: 'What only administrators can do',
  actsLead:
    'Each of these is a function that checks the role, acts and writes the audit log in one transaction.',
  rules: 'What the database allows',
  rulesLead: 'Whatever no rule allows is refused. Rules that give administrators more are marked.',
  caption: (table: string) => `Rules of ${table}`,
  operations: { select: 'Read', insert: 'Add', update: 'Change', delete: 'Delete' },
  everybody: 'Everybody',
  signedIn: 'Signed in',
  administrators: 'Administrators',
  columns: { operation: 'Operation', who: 'For', rule: 'Rule' },
  search: 'Search tables and rules',
  noMatch: 'No rule matches',
} as const;
