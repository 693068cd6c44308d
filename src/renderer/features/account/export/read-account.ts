import { z } from 'zod';
import { chatRow, messageRow } from '../../../../shared/chats/stored-chat.ts';
import { decodeBase64 } from '../../../../shared/domain/encoding.ts';
import {
  type PortableChat,
  type PortableMessage,
  toPortableChat,
  toPortableMessage,
} from '../../../lib/portable-chat.ts';
import { noPath } from '../../../../shared/encrypted-history/objects.ts';
import { encryptedHistoryTexts } from '../../../lib/encrypted-history/texts.ts';
import { decryptDownload, decryptPicture } from '../../../lib/history-fetch.ts';
import { downloadObject } from '../../../lib/stored-objects.ts';
import { getSupabase } from '../../../lib/supabase.ts';
import { listReceipts, receiptRows } from '../privacy/support-access.ts';

const account = z.looseObject({
  images: z.array(z.object({ id: z.string(), content_type: z.string() })),
  /** Older services don't return attached files. */
  files: z
    .array(
      z.looseObject({
        id: z.string(),
        chat_id: z.string().optional(),
        message_id: z.string(),
        name: z.string(),
        media_type: z.string(),
        size: z.number(),
        object_path: z.string(),
      }),
    )
    .default([]),
  access_receipts: receiptRows,
});
const imageRows = z.array(z.object({ content_type: z.string(), content: z.string() }));

export async function readAccount() {
  const client = await getSupabase();
  const { data } = await client.rpc('export_account').throwOnError();
  const read = account.parse(data);
  const receipts = [...read.access_receipts];
  for (let last = receipts.at(-1); last;) {
    const older = await listReceipts(last.id);
    receipts.push(...older);
    last = older.at(-1);
  }
  const drafts = await client.from('shared_drafts').select('chat_id, text').throwOnError();
  const projects = await client
    .from('projects')
    .select(
      'id, name, color, instructions, model_id, vendor_id, persona_id, archived_at, created_at, updated_at',
    )
    .throwOnError();
  const links = await client
    .from('shared_chats')
    .select('id, chat_id, has_password, expires_at, openings, created_at')
    .throwOnError();
  const prompts = await client.from('saved_prompts').select('name, title, text').order('name').throwOnError();
  const instructions = await client
    .from('account_instructions')
    .select('about, style, is_used, uses_memory')
    .maybeSingle()
    .throwOnError();
  const memories = await client
    .from('memories')
    .select('content, chat_id, message_id, created_at')
    .order('created_at')
    .throwOnError();
  const personas = await client
    .from('personas')
    .select('id, name, color, instructions, model_id, vendor_id, parameters, starters')
    .order('name')
    .throwOnError();
  return {
    ...read,
    access_receipts: receipts,
    drafts: drafts.data,
    projects: projects.data,
    links: links.data,
    prompts: prompts.data,
    instructions: instructions.data,
    memories: memories.data,
    personas: personas.data,
  };
}

/** Reads the chats one by one, including those that the plan hides, or only the hidden ones. */
export async function* readChats(onlyHidden: boolean): AsyncGenerator<PortableChat> {
  const client = await getSupabase();
  for (let after: string | null = null; ;) {
    const page: { readonly data: unknown } = await client
      .rpc('export_chats', { only_hidden: onlyHidden, ...(after && { after }) })
      .throwOnError();
    const rows = z.array(chatRow).parse(page.data);
    for (const row of rows) yield toPortableChat(row, await readMessages(row.id));
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

/** Reads all versions. Parents come before their children, because they were stored first. */
async function readMessages(chat: string): Promise<PortableMessage[]> {
  const client = await getSupabase();
  const messages: PortableMessage[] = [];
  for (let after: number | null = null; ;) {
    const page: { readonly data: unknown } = await client
      .rpc('export_messages', { chat, ...(after !== null && { after }) })
      .throwOnError();
    const rows = z.array(messageRow).parse(page.data);
    const last = rows.at(-1);
    if (!last) return messages;
    after = last.seq;
    messages.push(...rows.map(toPortableMessage));
  }
}

const projectFileRows = z.array(
  z.object({
    id: z.string(),
    project_id: z.string(),
    name: z.string(),
    /** Null if it failed verification. */
    text: z
      .string()
      .nullable()
      .transform((text) => text ?? encryptedHistoryTexts.failedText),
  }),
);
export type AccountProjectFile = z.infer<typeof projectFileRows>[number];

/** Reads the texts of project files, a few at a time, because each may be a megabyte. */
export async function* readProjectFiles(): AsyncGenerator<AccountProjectFile> {
  const client = await getSupabase();
  for (let after: string | null = null; ;) {
    const page = client.from('project_files').select('id, project_id, name, text').order('id').limit(5);
    const { data }: { readonly data: unknown } = await (
      after === null ? page : page.gt('id', after)
    ).throwOnError();
    const rows = projectFileRows.parse(data);
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

export type AccountFile = z.infer<typeof account>['files'][number];

const isVerificationError = (error: unknown): boolean =>
  error instanceof Error && error.name === 'VerificationError';

/** The archive contains this instead of a file that failed verification. */
const unverified = () => new TextEncoder().encode(encryptedHistoryTexts.failedFile);

/** Resolves with null if the file has been deleted. Rejects if reading fails. */
export async function readFile({
  name,
  chat_id: chatId,
  object_path: path,
}: AccountFile): Promise<Uint8Array<ArrayBuffer> | null> {
  if (path === noPath) return unverified();
  const answer = await downloadObject(path);
  if (answer instanceof Blob)
    try {
      const file = await decryptDownload({ path, ...(chatId && { chatId }) }, answer);
      return new Uint8Array(await file.arrayBuffer());
    } catch (error) {
      if (!isVerificationError(error)) throw error;
      return unverified();
    }
  if (answer.status === 404) return null;
  throw new Error(`${name}: ${answer.message}`);
}

export type ExportedImage =
  | { readonly type: string; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly failure: Uint8Array<ArrayBuffer> };

/**
 * Resolves with null if the image has been deleted. If it failed verification, the archive contains the text `failure`
 * instead.
 */
export async function readImage(id: string): Promise<ExportedImage | null> {
  const client = await getSupabase();
  const { data } = await client.rpc('read_message_image', { image_id: id }).throwOnError();
  const [row] = imageRows.parse(data);
  if (!row) return null;
  const stored = new Blob([decodeBase64(row.content)], { type: row.content_type });
  try {
    const image = await decryptPicture(id, stored);
    return { type: image.type, bytes: new Uint8Array(await image.arrayBuffer()) };
  } catch (error) {
    if (!isVerificationError(error)) throw error;
    return { failure: unverified() };
  }
}
