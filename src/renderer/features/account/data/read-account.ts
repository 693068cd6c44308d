import { z } from 'zod';
import { decodeBase64 } from '../../../../shared/domain/base64.ts';
import { getSupabase } from '../../../lib/supabase.ts';

const chatRows = z.array(
  z.object({
    id: z.string(),
    title: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
    pinned_at: z.string().nullable(),
    active_message_id: z.string().nullable(),
  }),
);
const messageRows = z.array(
  z.object({
    id: z.string(),
    parent_id: z.string().nullable(),
    role: z.enum(['user', 'assistant', 'system']),
    content: z.string(),
    status: z.enum(['complete', 'length', 'stopped', 'interrupted', 'failed']),
    model_id: z.string().nullable(),
    vendor_id: z.string().nullable(),
    unavailable_vendor: z.string().nullable(),
    content_format: z.enum(['plain', 'encrypted']),
    created_at: z.string(),
    seq: z.number(),
  }),
);
const account = z.looseObject({
  images: z.array(z.object({ id: z.string(), content_type: z.string() })),
});
const imageRows = z.array(z.object({ content_type: z.string(), content: z.string() }));

/** A chat of the account as the chat's own files hold it. */
export interface ExportedChat {
  readonly id: string;
  readonly title: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly pinnedAt: string | null;
  readonly activeMessageId: string | null;
  readonly messages: readonly ExportedMessage[];
}

export interface ExportedMessage {
  readonly id: string;
  readonly parentId: string | null;
  readonly role: 'user' | 'assistant' | 'system';
  readonly content: string;
  readonly status: 'complete' | 'length' | 'stopped' | 'interrupted' | 'failed';
  readonly modelId: string | null;
  readonly vendorId: string | null;
  readonly unavailableVendor: string | null;
  readonly contentFormat: 'plain' | 'encrypted';
  readonly createdAt: string;
}

/** All of the account but its chats. Rejects when the service does not hand it out. */
export async function readAccount() {
  const client = await getSupabase();
  const { data } = await client.rpc('export_account').throwOnError();
  return account.parse(data);
}

/** The person's chats one after the other, those included that the plan hides; or the hidden ones alone. */
export async function* readChats(onlyHidden: boolean): AsyncGenerator<ExportedChat> {
  const client = await getSupabase();
  for (let after: string | null = null; ;) {
    const page: { readonly data: unknown } = await client
      .rpc('export_chats', { only_hidden: onlyHidden, ...(after && { after }) })
      .throwOnError();
    const rows = chatRows.parse(page.data);
    for (const row of rows)
      yield {
        id: row.id,
        title: row.title,
        createdAt: row.created_at,
        updatedAt: row.updated_at,
        pinnedAt: row.pinned_at,
        activeMessageId: row.active_message_id,
        messages: await readMessages(row.id),
      };
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

/** A chat's messages with all versions, parents before their children: no message was stored before its parent. */
async function readMessages(chat: string): Promise<ExportedMessage[]> {
  const client = await getSupabase();
  const messages: ExportedMessage[] = [];
  for (let after: number | null = null; ;) {
    const page: { readonly data: unknown } = await client
      .rpc('export_messages', { chat, ...(after !== null && { after }) })
      .throwOnError();
    const rows = messageRows.parse(page.data);
    const last = rows.at(-1);
    if (!last) return messages;
    after = last.seq;
    for (const row of rows)
      messages.push({
        id: row.id,
        parentId: row.parent_id,
        role: row.role,
        content: row.content,
        status: row.status,
        modelId: row.model_id,
        vendorId: row.vendor_id,
        unavailableVendor: row.unavailable_vendor,
        contentFormat: row.content_format,
        createdAt: row.created_at,
      });
  }
}

/** An image of the person; null for one that was deleted meanwhile. */
export async function readImage(id: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const client = await getSupabase();
  const { data } = await client.rpc('read_message_image', { image_id: id }).throwOnError();
  const [row] = imageRows.parse(data);
  return row ? decodeBase64(row.content) : null;
}
