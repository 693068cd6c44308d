import { randomUUID } from 'node:crypto';
import type { Queryable } from '../../../src/service/database/database.ts';

/** How the access matrix test creates and identifies the rows of a table. */
export interface TableRows {
  /** The column with a row's owner. Missing if rows have none. */
  readonly owner?: string;
  /** The primary key, as SQL text. */
  readonly key: string;
  readonly updatedColumn: string;
  /** Builds a new row of this owner. If clients may insert, it contains only columns that they may insert. */
  readonly row: (owner: string, chat: string) => Readonly<Record<string, unknown>>;
  /** Builds the row that each user has before the test, if it can't have the same values as `row`. */
  readonly firstRow?: (owner: string, chat: string) => Readonly<Record<string, unknown>>;
}

/** Builds an attachment. Its message and its object have the same id as its chat. */
const attachmentRow = (owner: string, chat: string, position: number) => ({
  user_id: owner,
  chat_id: chat,
  message_id: chat,
  position,
  kind: 'document',
  name: 'notes.txt',
  media_type: 'text/plain',
  size: 5,
  text: 'Notes',
  object_path: `${owner}/${chat}`,
});

const byId = { key: 'id::text' };
const byOwner = { owner: 'user_id', ...byId };

export const rowsOf: Readonly<Record<string, TableRows>> = {
  account_changes: {
    ...byOwner,
    updatedColumn: 'changed_at',
    row: (owner) => ({ id: randomUUID(), user_id: owner }),
  },
  account_encryption: {
    owner: 'user_id',
    key: 'user_id::text',
    updatedColumn: 'state',
    // While encrypted history is being turned off, the other rows may still be plain text.
    row: (owner) => ({
      user_id: owner,
      state: 'turning_off',
      public_key: 'p'.repeat(43),
      private_key: `enc1.k.${'k'.repeat(102)}`,
    }),
  },
  account_instructions: {
    owner: 'user_id',
    key: 'user_id::text',
    updatedColumn: 'about',
    row: (owner) => ({ user_id: owner, about: 'I am a nurse.' }),
  },
  ai_models: {
    ...byId,
    updatedColumn: 'display_name',
    row: () => ({ model_id: randomUUID(), display_name: 'A model' }),
  },
  api_vendor_models: {
    ...byId,
    updatedColumn: 'is_available',
    row: () => ({
      vendor_id: '00000000-0000-4000-8000-000000000001',
      model_id: randomUUID(),
      display_name: 'A model',
    }),
  },
  api_vendors: {
    ...byId,
    updatedColumn: 'is_active',
    row: () => ({
      name: `vendor-${randomUUID()}`,
      display_name: 'A vendor',
      endpoint_url: 'https://vendor.test/v1',
    }),
  },
  bulk_operations: {
    ...byId,
    updatedColumn: 'progress',
    row: (owner) => ({
      admin_id: owner,
      operation_type: 'ban',
      target_user_ids: `{${owner}}`,
      total_count: 1,
    }),
  },
  chat_history: {
    ...byOwner,
    updatedColumn: 'title',
    row: (owner) => ({ id: randomUUID(), user_id: owner, title: 'A chat' }),
  },
  chat_messages: {
    ...byOwner,
    updatedColumn: 'content',
    row: (owner, chat) => ({ chat_id: chat, user_id: owner, role: 'assistant', content: 'Text' }),
  },
  llm_api_keys: {
    ...byOwner,
    updatedColumn: 'name',
    row: (owner) => ({ user_id: owner, name: 'A key', prefix: 'clv_abcd', key_hash: randomUUID() }),
  },
  message_attachments: {
    ...byOwner,
    updatedColumn: 'name',
    row: (owner, chat) => attachmentRow(owner, chat, 1),
    firstRow: (owner, chat) => attachmentRow(owner, chat, 0),
  },
  message_images: {
    ...byOwner,
    updatedColumn: 'content_type',
    row: (owner) => ({ user_id: owner, content_type: 'image/png', content: '\\x89504e47' }),
  },
  message_reservations: {
    owner: 'user_id',
    key: 'message_id::text',
    updatedColumn: 'state',
    row: (owner) => ({ message_id: randomUUID(), user_id: owner, usage_day: '2026-11-01' }),
  },
  message_usage: {
    owner: 'user_id',
    key: `user_id::text || model_id`,
    updatedColumn: 'requests',
    row: (owner) => ({ user_id: owner, usage_day: '2026-11-01', model_id: randomUUID() }),
  },
  personas: {
    ...byOwner,
    updatedColumn: 'name',
    row: (owner) => ({ user_id: owner, name: 'Latin teacher' }),
  },
  projects: {
    ...byOwner,
    updatedColumn: 'name',
    row: (owner) => ({ user_id: owner, name: 'A project' }),
    // The files' project has the same id as their owner's chat.
    firstRow: (owner, chat) => ({ id: chat, user_id: owner, name: 'A project' }),
  },
  project_files: {
    ...byOwner,
    updatedColumn: 'name',
    row: (owner, chat) => ({
      user_id: owner,
      project_id: chat,
      name: 'notes.txt',
      media_type: 'text/plain',
      size: 5,
      text: 'Notes',
      characters: 5,
    }),
  },
  reply_passages: {
    ...byOwner,
    updatedColumn: 'passages',
    row: (owner, chat) => ({ id: randomUUID(), user_id: owner, message_id: chat, passages: '[]' }),
  },
  running_replies: {
    ...byOwner,
    updatedColumn: 'started_at',
    row: (owner, chat) => ({
      id: randomUUID(),
      user_id: owner,
      chat_id: chat,
      question_id: randomUUID(),
    }),
  },
  memories: {
    ...byOwner,
    updatedColumn: 'content',
    row: (owner) => ({ user_id: owner, content: 'I drink tea.' }),
  },
  saved_prompts: {
    ...byOwner,
    updatedColumn: 'text',
    row: (owner) => ({ user_id: owner, name: randomUUID(), text: 'Shorten this.' }),
  },
  shared_chats: {
    ...byOwner,
    updatedColumn: 'openings',
    row: (owner, chat) => ({
      id: randomUUID(),
      user_id: owner,
      chat_id: chat,
      envelope: `1.${'a'.repeat(16)}..${'b'.repeat(30)}`,
      days: 7,
    }),
  },
  shared_drafts: {
    ...byOwner,
    updatedColumn: 'text',
    row: (owner, chat) => ({ user_id: owner, chat_id: chat, text: 'Unsent' }),
    firstRow: (owner) => ({ user_id: owner, text: 'Unsent, of a new chat' }),
  },
  subscriptions: {
    owner: 'user_id',
    key: 'user_id::text',
    updatedColumn: 'plan',
    row: (owner) => ({ user_id: owner, plan: 'starter', source: 'admin' }),
  },
  support_consent: {
    owner: 'user_id',
    key: 'user_id::text',
    updatedColumn: 'is_given',
    row: (owner) => ({ user_id: owner, is_given: true }),
  },
  published_personas: {
    ...byId,
    updatedColumn: 'instructions',
    row: () => ({ name: randomUUID(), instructions: 'Answer in Latin.' }),
  },
  published_prompts: {
    ...byId,
    updatedColumn: 'text',
    row: () => ({ name: randomUUID(), text: 'Shorten this.' }),
  },
  removed_vendors: {
    key: 'name',
    updatedColumn: 'display_name',
    row: () => ({ name: `vendor-${randomUUID()}`, display_name: 'A vendor' }),
  },
  system_settings: {
    key: 'setting_key',
    updatedColumn: 'setting_value',
    row: () => ({ setting_key: `s${randomUUID().replaceAll('-', '')}`, setting_value: 'x' }),
  },
  temporary_restrictions: {
    ...byOwner,
    updatedColumn: 'is_active',
    row: (owner) => ({
      user_id: owner,
      restriction_type: 'restrict',
      expires_at: '2026-01-01',
      is_active: false,
    }),
  },
  turn_off_statements: {
    owner: 'user_id',
    key: 'statement',
    updatedColumn: 'created_at',
    row: (owner) => ({ user_id: owner, statement: randomUUID().replaceAll('-', '').padEnd(43, 't') }),
  },
  unlock_methods: {
    ...byOwner,
    updatedColumn: 'last_used_at',
    row: (owner) => ({
      id: randomUUID(),
      user_id: owner,
      kind: 'passphrase',
      name: 'Passphrase',
      key_version: 1,
      salt: 's'.repeat(43),
      wrapped_key: `enc1.k.${'w'.repeat(80)}`,
    }),
  },
  user_activity_logs: {
    ...byOwner,
    updatedColumn: 'action_type',
    row: (owner) => ({ user_id: owner, action_type: 'chat.export' }),
  },
  user_roles: { ...byOwner, updatedColumn: 'role', row: (owner) => ({ user_id: owner, role: 'restricted' }) },
  user_sessions: {
    ...byOwner,
    updatedColumn: 'is_active',
    row: (owner) => ({ user_id: owner, admin_id: owner }),
  },
  user_verification_status: {
    ...byOwner,
    updatedColumn: 'email_verified',
    row: (owner) => ({ user_id: owner }),
  },
};

/**
 * Returns the statement that inserts a row and names exactly its columns. Values are literals without a type, because
 * the two drivers read a bytea parameter differently.
 */
export function insertStatement(table: string, row: Readonly<Record<string, unknown>>): string {
  const values = Object.values(row).map((value) => `'${String(value).replaceAll("'", "''")}'`);
  return `insert into public.${table} (${Object.keys(row).join(', ')}) values (${values.join(', ')})`;
}

export async function insertRow(
  target: Queryable,
  table: string,
  row: Readonly<Record<string, unknown>>,
): Promise<void> {
  await target.query(insertStatement(table, row));
}
