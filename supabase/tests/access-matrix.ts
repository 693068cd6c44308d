/**
 * The access of each caller to each table. `access-matrix.test.ts` checks it on both databases, and fails if a table is
 * missing in this list.
 */

/** Each signed-in caller owns a row in every table that has owners. */
export const callers = ['visitor', 'guest', 'user', 'other', 'banned', 'restricted', 'admin'] as const;
export type CallerName = (typeof callers)[number];

/**
 * `refused`: no privilege (42501). `nothing`: no row matches. `own`: only the caller's rows. `public`: the rows that
 * are marked public. `all`: every row.
 */
export type RowAccess = 'refused' | 'nothing' | 'own' | 'public' | 'all';
type CallerAccess = Readonly<Record<CallerName, RowAccess>>;

const noClient: CallerAccess = {
  visitor: 'refused',
  guest: 'refused',
  user: 'refused',
  other: 'refused',
  banned: 'refused',
  restricted: 'refused',
  admin: 'refused',
};
/** Administrators have the same access as users: no policy gives them other users' chats, messages or images. */
const owners: CallerAccess = {
  visitor: 'refused',
  guest: 'own',
  user: 'own',
  other: 'own',
  banned: 'nothing',
  restricted: 'own',
  admin: 'own',
};
const ownersAndAdmins: CallerAccess = { ...owners, admin: 'all' };
/** For tables in which inserting means sending. Restricted users may read but not send. */
const senders: CallerAccess = { ...owners, banned: 'refused', restricted: 'refused' };
/** These texts change only while encrypted history is being turned on or off: see `keep_texts`. */
const neverChanged: CallerAccess = { ...noClient, banned: 'nothing' };
const admins: CallerAccess = {
  visitor: 'refused',
  guest: 'nothing',
  user: 'nothing',
  other: 'nothing',
  banned: 'nothing',
  restricted: 'nothing',
  admin: 'all',
};
const signedIn: CallerAccess = {
  visitor: 'refused',
  guest: 'all',
  user: 'all',
  other: 'all',
  banned: 'nothing',
  restricted: 'all',
  admin: 'all',
};
const everyone: CallerAccess = {
  visitor: 'public',
  guest: 'public',
  user: 'public',
  other: 'public',
  banned: 'public',
  restricted: 'public',
  admin: 'all',
};

export interface TableAccess {
  readonly select: CallerAccess;
  readonly insert: CallerAccess;
  readonly update: CallerAccess;
  readonly delete: CallerAccess;
  /** Columns that no client may read. */
  readonly secret?: readonly string[];
}

const readOnly = (select: CallerAccess, secret: readonly string[] = []): TableAccess => ({
  select,
  insert: noClient,
  update: noClient,
  delete: noClient,
  secret,
});

export const accessMatrix: Readonly<Record<string, TableAccess>> = {
  // A banned user must see immediately that their account has changed.
  account_changes: readOnly({ ...owners, banned: 'own' }),
  account_encryption: readOnly(owners),
  account_instructions: readOnly(owners),
  ai_models: readOnly(signedIn),
  api_vendor_models: readOnly(signedIn),
  api_vendors: readOnly(signedIn, ['api_key_encrypted', 'header_names']),
  bulk_operations: readOnly(admins),
  chat_history: { select: owners, insert: senders, update: owners, delete: owners },
  chat_messages: { select: owners, insert: senders, update: noClient, delete: owners },
  llm_api_keys: readOnly(ownersAndAdmins, ['key_hash']),
  memories: {
    select: owners,
    insert: { ...owners, guest: 'refused', banned: 'refused' },
    update: owners,
    delete: owners,
  },
  message_attachments: { ...readOnly(owners), insert: senders },
  message_images: readOnly(owners),
  message_reservations: readOnly(owners, [
    'in_flight',
    'client_address_hash',
    'last_attempt_at',
    'is_own_key',
    'held_tokens',
    'held_cost',
  ]),
  message_usage: readOnly(ownersAndAdmins),
  personas: { select: owners, insert: { ...owners, banned: 'refused' }, update: owners, delete: owners },
  projects: { select: owners, insert: { ...owners, banned: 'refused' }, update: owners, delete: owners },
  project_files: { select: owners, insert: senders, update: neverChanged, delete: owners },
  published_personas: readOnly(signedIn),
  published_prompts: readOnly(signedIn),
  removed_vendors: readOnly(signedIn),
  reply_passages: { select: owners, insert: senders, update: neverChanged, delete: owners },
  running_replies: readOnly(owners),
  saved_prompts: { select: owners, insert: { ...owners, banned: 'refused' }, update: owners, delete: owners },
  shared_chats: {
    select: owners,
    insert: { ...senders, guest: 'refused' },
    update: noClient,
    delete: owners,
    secret: ['envelope'],
  },
  shared_drafts: { select: owners, insert: { ...owners, banned: 'refused' }, update: owners, delete: owners },
  subscriptions: readOnly(ownersAndAdmins),
  support_consent: readOnly(owners),
  system_settings: readOnly(everyone),
  temporary_restrictions: readOnly(admins),
  turn_off_statements: readOnly(owners),
  // Only when a method was last used.
  unlock_methods: { ...readOnly(owners), update: owners },
  user_activity_logs: readOnly(admins),
  // A banned user must be able to see the ban.
  user_roles: readOnly({ ...ownersAndAdmins, banned: 'own' }),
  user_sessions: readOnly(admins),
  user_verification_status: readOnly(ownersAndAdmins),
};
