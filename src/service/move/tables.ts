export interface MovedTable {
  /** The name with its schema, `schema.name`. */
  readonly name: string;
  /**
   * If the target has no accounts, these rows come from the seed or are old counters, so the source's rows replace
   * them.
   */
  readonly isOverwritten?: true;
  /** SQL for the size of a row, for tables with large rows. Batches are then also limited by bytes. */
  readonly bytes?: string;
  /** Each installation encrypts this column with its own keys, so the stored text differs between source and target. */
  readonly encrypted?: string;
}

/**
 * Every table whose rows are moved. Triggers are disabled, so rows written by triggers are moved too. Together with
 * `tablesNotMoved`, these are all of the product's tables, which a test checks against the schema.
 */
export const movedTables: readonly MovedTable[] = [
  { name: 'auth.users' },
  { name: 'auth.identities' },
  { name: 'auth.mfa_factors', encrypted: 'secret' },
  { name: 'auth.webauthn_credentials' },
  { name: 'private.user_directory' },
  { name: 'public.system_settings', isOverwritten: true },
  { name: 'public.api_vendors', isOverwritten: true, encrypted: 'api_key_encrypted' },
  { name: 'public.removed_vendors' },
  { name: 'public.api_vendor_models', isOverwritten: true },
  { name: 'public.ai_models', isOverwritten: true },
  { name: 'public.published_personas', bytes: 'octet_length(instructions)' },
  { name: 'public.published_prompts', bytes: 'octet_length(text)' },
  { name: 'public.user_roles' },
  { name: 'public.temporary_restrictions' },
  { name: 'public.user_verification_status' },
  { name: 'public.subscriptions' },
  { name: 'public.support_consent' },
  { name: 'private.user_budgets' },
  { name: 'public.account_changes' },
  { name: 'public.account_encryption' },
  { name: 'public.unlock_methods' },
  { name: 'public.turn_off_statements' },
  { name: 'private.chat_heads', bytes: 'octet_length(envelope)' },
  { name: 'public.account_instructions' },
  { name: 'public.personas', bytes: 'octet_length(instructions)' },
  { name: 'public.llm_api_keys' },
  { name: 'public.projects' },
  { name: 'public.chat_history' },
  { name: 'private.chat_imports' },
  { name: 'public.shared_drafts', bytes: 'octet_length(text)' },
  { name: 'public.saved_prompts', bytes: 'octet_length(text)' },
  { name: 'public.shared_chats', bytes: 'octet_length(envelope)' },
  { name: 'private.title_vectors' },
  { name: 'public.chat_messages', bytes: '(octet_length(content) + coalesce(octet_length(reasoning), 0))' },
  { name: 'public.memories' },
  { name: 'public.project_files', bytes: 'octet_length(text)' },
  { name: 'public.reply_passages', bytes: 'octet_length(passages)' },
  // These rows exist only if a service was killed. The target's service settles them.
  { name: 'public.running_replies' },
  { name: 'private.reply_progress' },
  { name: 'private.reply_pieces', bytes: 'octet_length(text)' },
  { name: 'private.lost_replies' },
  { name: 'private.message_vectors', bytes: 'pg_column_size(vector)' },
  { name: 'storage.objects' },
  { name: 'public.message_attachments', bytes: 'coalesce(octet_length(text), 0)' },
  { name: 'public.message_images', bytes: 'octet_length(content)' },
  { name: 'private.account_usage' },
  { name: 'public.message_reservations' },
  { name: 'private.message_counts' },
  { name: 'public.message_usage' },
  { name: 'private.own_usage' },
  { name: 'private.completion_statistics' },
  { name: 'private.counters', isOverwritten: true },
  { name: 'public.user_sessions' },
  { name: 'public.bulk_operations' },
  { name: 'private.bulk_targets' },
  { name: 'public.user_activity_logs' },
];

/** Every table whose rows are not moved, and the reason. */
export const tablesNotMoved: Readonly<Record<string, string>> = {
  'auth.sessions': 'its tokens are signed with the secret of the source, so everyone signs in again',
  'auth.refresh_tokens': 'part of the sessions, which are not moved',
  'auth.mfa_amr_claims': 'part of the sessions, which are not moved',
  'auth.mfa_challenges': 'expires within minutes',
  'auth.webauthn_challenges': 'expires within minutes',
  'auth.one_time_tokens': 'hashed with the secret of the source, so users request a new email',
  'auth.attempts': 'counters of minutes, under names that are hashed with the secret of the source',
  'auth.known_devices': 'hashed with the secret of the source',
  'auth.flow_state': 'an unfinished sign-in, which expires within minutes',
  'private.address_counts': 'addresses of one day, hashed with the secret of the source',
  'private.merge_requests': 'an administrator requests it again, and the owner answers again',
  'private.key_checks': 'counters of one minute',
  'private.share_openings': 'counters of one minute',
  'private.vendor_checks': 'shared for 30 seconds',
  'private.mail_outbox': 'encrypted with the secret of the source, and valid for an hour',
  'private.mail_status': 'describes the mail server of this installation',
  'clover_realtime.changes': 'stored for a minute',
  'clover_realtime.broadcasts': 'stored for a minute',
  'clover_realtime.epoch': 'identifies the database that the changes belong to',
  'storage.buckets': 'created by the migrations',
  'storage.folder': 'names the folder with the files of this database',
  'supabase_migrations.schema_migrations': 'each database has its own history',
  'supabase_migrations.seed_files': 'each database has its own history',
};
