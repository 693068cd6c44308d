/** A table whose rows move. */
export interface MovedTable {
  /** `schema.name`. */
  readonly name: string;
  /** Rows of a target without accounts are the seed's, or count what is gone: they give way to those of the source. */
  readonly givesWay?: true;
  /** SQL of a row's bytes where rows are great: a batch is then bounded by its bytes as well. */
  readonly bytes?: string;
  /** Column that each installation seals under keys of its own, so that its text differs between the two. */
  readonly sealed?: string;
}

/**
 * Every table whose rows move; triggers stay silent, so copies that triggers keep elsewhere move as well. With
 * `leftTables` they are all tables of the product: a test holds the two lists against the schema.
 */
export const movedTables: readonly MovedTable[] = [
  { name: 'auth.users' },
  { name: 'auth.identities' },
  { name: 'auth.mfa_factors', sealed: 'secret' },
  { name: 'private.user_directory' },
  { name: 'public.system_settings', givesWay: true },
  { name: 'public.api_vendors', givesWay: true, sealed: 'api_key_encrypted' },
  { name: 'public.api_vendor_models', givesWay: true },
  { name: 'public.ai_models', givesWay: true },
  { name: 'public.user_roles' },
  { name: 'public.temporary_restrictions' },
  { name: 'public.user_verification_status' },
  { name: 'public.subscriptions' },
  { name: 'public.support_consent' },
  { name: 'private.user_budgets' },
  { name: 'public.account_changes' },
  { name: 'public.llm_api_keys' },
  { name: 'public.chat_history' },
  { name: 'private.chat_imports' },
  { name: 'private.title_vectors' },
  { name: 'public.chat_messages', bytes: 'octet_length(content)' },
  { name: 'private.message_vectors', bytes: 'pg_column_size(vector)' },
  { name: 'public.message_images', bytes: 'octet_length(content)' },
  { name: 'private.account_usage' },
  { name: 'public.message_reservations' },
  { name: 'private.message_counts' },
  { name: 'public.message_usage' },
  { name: 'private.completion_statistics' },
  { name: 'private.counters', givesWay: true },
  { name: 'public.user_sessions' },
  { name: 'public.bulk_operations' },
  { name: 'private.bulk_targets' },
  { name: 'public.user_activity_logs' },
];

/** Every table whose rows stay where they are, and why. */
export const leftTables: Readonly<Record<string, string>> = {
  'auth.sessions': 'its tokens are signed with the secret of the source: everybody signs in again',
  'auth.refresh_tokens': 'belongs to sessions',
  'auth.mfa_amr_claims': 'belongs to sessions',
  'auth.mfa_challenges': 'lives for minutes',
  'auth.one_time_tokens': 'hashed with the secret of the source: who waits for a mail asks for a new one',
  'auth.attempts': 'counts of minutes, under names that are hashed with the secret of the source',
  'auth.known_devices': 'hashed with the secret of the source',
  'auth.flow_state': 'a sign-in on its way, which lives for minutes',
  'private.address_counts': 'addresses hashed with the secret of the source, and of one day',
  'private.merge_requests': 'an administrator asks again, and the owner answers again',
  'private.key_checks': 'counts of one minute',
  'private.vendor_checks': 'shared for 30 seconds',
  'private.mail_outbox': 'encrypted with the secret of the source, and good for an hour',
  'private.mail_status': 'says which mail server this installation uses',
  'clover_realtime.changes': 'kept for a minute',
  'clover_realtime.broadcasts': 'kept for a minute',
  'clover_realtime.epoch': 'says which database the changes belong to',
  'supabase_migrations.schema_migrations': 'each database has its own history',
  'supabase_migrations.seed_files': 'each database has its own history',
};
