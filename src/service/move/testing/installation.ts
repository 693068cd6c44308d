import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { encryptKey } from '../../../../supabase/functions/_shared/envelope.ts';
import { hashPassword } from '../../auth/passwords.ts';
import type { Database } from '../../database/database.ts';
import { bindingOf } from '../../keys/rotate-ring.ts';
import { createObjectFiles, objectFolder } from '../../storage/object-files.ts';
import { writeWithoutTriggers } from '../copy.ts';
import type { InstallationKeys } from '../encrypted-values.ts';

export interface InstallationContent {
  readonly users: number;
  /** Total number of messages of all users. */
  readonly messages: number;
  readonly keys: InstallationKeys;
  readonly objects?: string;
}

/** Data that must still work after a move. */
export interface FilledInstallation {
  /** Only a few users can sign in, because bcrypt is too slow for a password per user. */
  readonly accounts: readonly { readonly email: string; readonly password: string }[];
  /** The first account's authenticator secret, in Base32. */
  readonly factorSecret: string;
  readonly vendorKey: string;
  readonly text: string;
  /** The file attached to the first account's first message. */
  readonly file: StoredFile | null;
}

interface StoredFile {
  readonly path: string;
  readonly bytes: Buffer;
}

const passwords = 5;

const emailOf = (number: number) => `person${number}@example.test`;

async function fillUsers(database: Database, users: number): Promise<FilledInstallation['accounts']> {
  const chosen = Array.from({ length: passwords }, () => randomUUID());
  const hashes = await Promise.all(chosen.map(hashPassword));
  await database.query(
    `with made as (
       insert into auth.users (
         instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data,
         raw_user_meta_data, created_at, updated_at, confirmation_token, recovery_token, email_change_token_new,
         email_change
       )
       select '00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'authenticated', 'authenticated',
         'person' || n || '@example.test', ($1::text::jsonb) ->> (n % ${passwords}), now(),
         '{"provider": "email", "providers": ["email"]}', jsonb_build_object('name', 'Person ' || n, 'nothing', null),
         now() - make_interval(secs => $2::int - n), now(), '', '', '', ''
       from generate_series(0, $2::int - 1) n
       returning id, email
     )
     insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
     select id::text, id, jsonb_build_object('sub', id, 'email', email), 'email', now(), now() from made`,
    [JSON.stringify(hashes), users],
  );
  return chosen.slice(0, users).map((password, number) => ({ email: emailOf(number), password }));
}

/**
 * Inserts chats of ten messages each, with characters that JSON and SQL must escape. One statement does the work of the
 * triggers, because with triggers 100,000 messages would take minutes.
 */
async function fillMessages(database: Database, messages: number): Promise<void> {
  await writeWithoutTriggers(database, async (tx) => {
    await tx.query(
      `insert into public.chat_history (user_id, title, pinned_at)
       select u.id, 'Chat ' || n || ' of ' || u.email, case when n = 1 then now() end
       from (select id, email, count(*) over () as users from auth.users) u,
         generate_series(1, greatest(1, ($1::int / 10.0 / u.users)::int)) n`,
      [messages],
    );
    await tx.query(
      `with made as materialized (
         select gen_random_uuid() as id, c.id as chat_id, c.user_id, c.title, n
         from public.chat_history c, generate_series(0, 9) n
       )
       insert into public.chat_messages (id, chat_id, user_id, role, content, parent_id, origin, created_at)
       select id, chat_id, user_id, case when n % 2 = 0 then 'user' else 'assistant' end,
         'Message ' || n || ' of "' || title || E'": \\\\ ''quoted'', \\u00e9, \\U0001F340\\n\\tand some more words.',
         lag(id) over (partition by chat_id order by n), 'import', now() + n * interval '1 ms'
       from made`,
    );
    for (const statement of [
      `update public.chat_history c set active_message_id = m.id from public.chat_messages m
       where m.chat_id = c.id and m.content like 'Message 9 %'`,
      `insert into private.title_vectors (chat_id, vector)
       select c.id, private.searchable(c.title, c.user_id, 'A') from public.chat_history c`,
      `insert into private.message_vectors (message_id, chat_id, written_at, vector)
       select m.id, m.chat_id, m.created_at, private.searchable(m.content, m.user_id, 'D') from public.chat_messages m`,
    ])
      await tx.query(statement);
  });
}

async function attachFile(
  database: Database,
  objects: string,
  { id, message_id }: { readonly id: string; readonly message_id: string },
): Promise<StoredFile> {
  const file = { path: `${id}/${randomUUID()}`, bytes: randomBytes(5_000) };
  const version = randomUUID();
  await createObjectFiles(await objectFolder(database, objects)).write(version, Readable.from([file.bytes]));
  await database.query(
    `insert into storage.objects (bucket_id, name, version, metadata)
     values ('attachments', $1, $2, '{"size": 5000, "mimetype": "application/pdf", "eTag": "one"}')`,
    [file.path, version],
  );
  await database.query(
    `insert into public.message_attachments
       (user_id, chat_id, message_id, position, kind, name, media_type, size, text, object_path)
     select user_id, chat_id, id, 0, 'document', 'Terms.pdf', 'application/pdf', 1, 'Some text', $2
     from public.chat_messages where id = $1`,
    [message_id, file.path],
  );
  return file;
}

/** Inserts rows of every other kind that normal use creates. */
async function fillOtherTables(
  database: Database,
  { keys: { ring, factors }, objects }: InstallationContent,
) {
  const [first] = await database.query<{ id: string; message_id: string; content: string }>(
    `select u.id, m.id as message_id, m.content from auth.users u
     join public.chat_messages m on m.user_id = u.id where u.email = $1 order by m.created_at, m.seq limit 1`,
    [emailOf(0)],
  );
  if (!first || ring === null) throw new Error('there is no account or no key ring');
  const id = randomUUID();
  const factorSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  await database.query(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
     values ($1, $2, 'phone', 'totp', 'verified', $3, now(), now())`,
    [id, first.id, factors ? factors.encrypt(factorSecret, id) : factorSecret],
  );
  await database.query(
    `insert into auth.webauthn_credentials (user_id, credential_id, public_key, friendly_name)
     values ($1, '\\x01', '\\x02', 'phone')`,
    [first.id],
  );
  const [vendor] = await database.query<{ id: string; endpoint_url: string }>(
    `select id, endpoint_url from public.api_vendors where name = 'openai'`,
  );
  if (!vendor) throw new Error('the seed has no vendor openai');
  const vendorKey = `sk-${randomUUID()}`;
  await database.query(
    `update public.api_vendors set api_key_encrypted = $1, key_last4 = right($2, 4) where id = $3`,
    [await encryptKey(ring, vendorKey, bindingOf(vendor)), vendorKey, vendor.id],
  );
  await database.query(
    `update public.system_settings set setting_value = '7' where setting_key = 'starter_messages_per_day'`,
  );
  await database.query(
    `insert into public.published_personas (name, instructions) values ('Latin teacher', 'Answer in Latin.')`,
  );
  for (const statement of [
    `insert into public.user_roles (user_id, role) values ($1, 'admin')`,
    `insert into public.subscriptions (user_id, plan, billing, source) values ($1, 'professional', 'annual', 'admin')`,
    `insert into public.support_consent (user_id, is_given) values ($1, true)`,
    `insert into public.projects (user_id, name, instructions) values ($1, 'Garden', 'Answer in Latin.')`,
    // While encrypted history is being turned off, the other rows may still be plain text.
    `insert into public.account_encryption (user_id, state, public_key, private_key)
     values ($1, 'turning_off', repeat('p', 43), 'enc1.k.' || repeat('k', 102))`,
    `insert into public.unlock_methods (id, user_id, kind, name, key_version, salt, wrapped_key)
     select gen_random_uuid(), $1, kind, kind, 1, repeat('s', 43), 'enc1.k.' || repeat('w', 80)
     from unnest(array['passphrase', 'words']) kind`,
    `insert into public.turn_off_statements (user_id, statement) values ($1, repeat('t', 43))`,
    `insert into public.account_instructions (user_id, about) values ($1, 'I am a nurse.')`,
    `insert into public.personas (user_id, name, instructions) values ($1, 'Latin teacher', 'Answer in Latin.')`,
    `insert into public.shared_drafts (user_id, text) values ($1, 'Not sent yet')`,
    `insert into public.saved_prompts (user_id, name, text) values ($1, 'short', 'Shorten: {{text}}')`,
    `insert into public.memories (user_id, content) values ($1, 'I drink tea.')`,
    `insert into public.project_files (user_id, project_id, name, media_type, size, text, characters)
     select $1, p.id, 'notes.txt', 'text/plain', 5, 'Notes', 5 from public.projects p where p.user_id = $1`,
    `insert into public.reply_passages (id, user_id, message_id, passages)
     select gen_random_uuid(), $1, m.id, '[]' from public.chat_messages m where m.user_id = $1 and m.role = 'user' limit 1`,
    `insert into public.shared_chats (id, user_id, chat_id, envelope)
     select gen_random_uuid(), $1, c.id, '1.' || repeat('a', 16) || '..' || repeat('b', 5000)
     from public.chat_history c where c.user_id = $1 limit 1`,
    `insert into public.message_usage (user_id, usage_day, model_id, requests, cost) values ($1, current_date, 'a/b', 3, 0.00000001)`,
    `insert into public.message_images (user_id, content_type, content) values ($1, 'image/png', decode(repeat('00ff5c27', 5000), 'hex'))`,
    `insert into public.user_activity_logs (user_id, action_type, action_details) values ($1, 'role.add', '{"role": "admin", "note": null}')`,
  ])
    await database.query(statement, [first.id]);
  const file = objects === undefined ? null : await attachFile(database, objects, first);
  return { factorSecret, vendorKey, text: first.content, file };
}

export async function fillInstallation(
  database: Database,
  filling: InstallationContent,
): Promise<FilledInstallation> {
  const accounts = await fillUsers(database, filling.users);
  await fillMessages(database, filling.messages);
  return { accounts, ...(await fillOtherTables(database, filling)) };
}
