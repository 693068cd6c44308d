/** Columns that stay plain text in an encrypted history, with the reason. */
interface PlainColumns {
  readonly columns: readonly string[];
  readonly reason: string;
}

/**
 * The columns that contain users' texts. In accounts with encrypted history, the database accepts only envelopes in
 * these columns (see the migration `encrypt_texts`).
 */
export const encryptedColumns: Readonly<Record<string, readonly string[]>> = {
  'public.chat_history': ['title', 'parameters'],
  'public.chat_messages': ['content', 'reasoning', 'parameters'],
  'public.message_attachments': ['name', 'text', 'media_type'],
  'public.shared_drafts': ['text'],
  'public.account_instructions': ['about', 'style'],
  'public.personas': ['name', 'instructions', 'starters'],
  'public.saved_prompts': ['name', 'title', 'text'],
  'public.projects': ['name', 'instructions'],
  'public.memories': ['content'],
  'public.project_files': ['name', 'media_type', 'text'],
  'public.reply_passages': ['passages'],
  'private.reply_pieces': ['text'],
};

/** The columns that contain the bytes of users' files. */
export const encryptedFiles: Readonly<Record<string, readonly string[]>> = {
  'public.message_images': ['content'],
};

/** Columns that are computed from texts. Encrypted texts have no rows in these tables. */
export const derivedColumns: Readonly<Record<string, readonly string[]>> = {
  'private.title_vectors': ['vector'],
  'private.message_vectors': ['vector'],
};

const modelNames = 'names a model and its vendor, which the limits and the figures need';
const facts = 'one of a few fixed words';
const keys = 'part of the encryption itself';
const published = 'published by administrators for everyone';
const console = 'written by administrators or the service about an account, not by its user in a chat';
const counters = 'a counter of the installation';

/** All other columns of a type that can contain text. */
export const plainColumns: Readonly<Record<string, readonly PlainColumns[]>> = {
  'public.chat_history': [
    { columns: ['project_id'], reason: 'the id of a project' },
    { columns: ['model_id', 'vendor_id', 'model_ids'], reason: modelNames },
    { columns: ['chat_key'], reason: keys },
  ],
  'public.chat_messages': [
    { columns: ['role', 'origin', 'status', 'content_format'], reason: facts },
    { columns: ['model_id', 'vendor_id', 'unavailable_vendor'], reason: modelNames },
    { columns: ['usage'], reason: 'tokens, costs and times, which the limits need' },
  ],
  'public.message_attachments': [
    { columns: ['kind'], reason: facts },
    { columns: ['object_path'], reason: 'a random id' },
  ],
  'public.message_images': [{ columns: ['content_type'], reason: facts }],
  'public.personas': [
    { columns: ['color'], reason: facts },
    { columns: ['model_id', 'vendor_id'], reason: modelNames },
    { columns: ['parameters'], reason: 'numbers and fixed words, such as the temperature' },
  ],
  'public.projects': [
    { columns: ['color'], reason: facts },
    { columns: ['model_id', 'vendor_id'], reason: modelNames },
  ],
  'private.reply_progress': [
    { columns: ['vendor_name', 'model_id', 'unavailable_vendor'], reason: modelNames },
    { columns: ['instructions'], reason: 'names of kinds of instructions, such as account' },
  ],
  'public.account_encryption': [
    { columns: ['state'], reason: facts },
    { columns: ['public_key', 'private_key', 'past_keys'], reason: keys },
  ],
  'public.turn_off_statements': [{ columns: ['statement'], reason: keys }],
  'private.chat_heads': [{ columns: ['envelope'], reason: keys }],
  'public.unlock_methods': [
    { columns: ['kind'], reason: facts },
    { columns: ['name'], reason: 'read before the history is unlocked' },
    { columns: ['salt', 'credential_id', 'wrapped_key'], reason: keys },
  ],
  'public.shared_chats': [
    { columns: ['envelope'], reason: 'encrypted already, with a key that only the link contains' },
  ],
  'public.llm_api_keys': [
    {
      columns: ['name', 'prefix'],
      reason: 'the name of an API key, by which administrators choose the key to revoke',
    },
    { columns: ['key_hash'], reason: 'the hash of a random key' },
  ],
  'private.user_directory': [
    {
      columns: ['email', 'name', 'email_key', 'name_key', 'search_text'],
      reason: 'who the account belongs to, which signing in and the console need',
    },
  ],
  'public.published_personas': [
    {
      columns: ['name', 'color', 'instructions', 'model_id', 'vendor_id', 'parameters', 'starters'],
      reason: published,
    },
  ],
  'public.published_prompts': [{ columns: ['name', 'title', 'text'], reason: published }],
  'public.ai_models': [
    {
      columns: ['model_id', 'display_name', 'icon_text', 'size_label', 'description_items'],
      reason: published,
    },
  ],
  'public.api_vendor_models': [{ columns: ['model_id', 'display_name', 'config'], reason: published }],
  'public.api_vendors': [
    {
      columns: [
        'name',
        'display_name',
        'endpoint_url',
        'api_key_encrypted',
        'key_last4',
        'header_names',
        'config',
      ],
      reason: 'a vendor of the installation',
    },
  ],
  'public.removed_vendors': [{ columns: ['name', 'display_name'], reason: 'a vendor of the installation' }],
  'public.system_settings': [
    {
      columns: ['setting_key', 'setting_value', 'description'],
      reason: 'a setting of the installation',
    },
  ],
  'public.subscriptions': [{ columns: ['plan', 'billing', 'source'], reason: facts }],
  'public.user_roles': [{ columns: ['role'], reason: facts }],
  'public.user_sessions': [{ columns: ['session_type'], reason: facts }],
  'public.temporary_restrictions': [{ columns: ['restriction_type', 'reason'], reason: console }],
  'public.user_activity_logs': [
    { columns: ['action_type', 'action_details', 'ip_address', 'user_agent'], reason: console },
  ],
  'public.bulk_operations': [{ columns: ['operation_type', 'operation_details', 'status'], reason: console }],
  'private.bulk_targets': [{ columns: ['state', 'message'], reason: console }],
  'private.merge_requests': [{ columns: ['target_email'], reason: console }],
  'public.message_reservations': [
    { columns: ['state'], reason: facts },
    { columns: ['client_address_hash'], reason: 'the keyed hash of a network address' },
  ],
  'public.message_usage': [{ columns: ['model_id'], reason: modelNames }],
  'private.address_counts': [{ columns: ['address_hash'], reason: 'the keyed hash of a network address' }],
  'private.completion_statistics': [{ columns: ['vendor', 'model_id'], reason: counters }],
  'private.counters': [{ columns: ['subject'], reason: counters }],
  'private.vendor_checks': [
    { columns: ['subject', 'result'], reason: 'the models and errors of a vendor, for 30 seconds' },
  ],
  'private.mail_outbox': [
    { columns: ['kind'], reason: facts },
    { columns: ['encrypted'], reason: 'an email of the service, encrypted with its secret' },
  ],
  'private.mail_status': [
    { columns: ['server', 'sender', 'last_error'], reason: 'the mail server of the installation' },
  ],
  'storage.buckets': [
    { columns: ['id', 'name', 'allowed_mime_types', 'owner_id'], reason: 'created by the migrations' },
  ],
  'storage.objects': [
    { columns: ['bucket_id', 'name', 'path_tokens', 'owner_id', 'version'], reason: 'random ids' },
    {
      columns: ['metadata', 'user_metadata'],
      reason: 'sizes and types of files; an encrypted file has the type of all encrypted files',
    },
  ],
};
