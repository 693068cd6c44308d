import { z } from 'zod';
import type { PortableChat } from './formats/portable.ts';
import { transferLimits } from './limits.ts';
import type { OpenedFile } from './open-file.ts';

/** How an import stands, in chats. */
export interface ImportProgress {
  readonly total: number;
  readonly imported: number;
  /** Had been imported before. */
  readonly present: number;
  /** Could not be read, or were refused by the service. */
  readonly refused: number;
  /** Refused because the plan has no more room. */
  readonly overLimit: number;
  /** Imported, but older than the plan shows. */
  readonly hidden: number;
}

const answers = z.array(
  z.object({
    outcome: z.enum(['imported', 'present', 'refused']),
    code: z.string().optional(),
    is_hidden: z.boolean().optional(),
  }),
);

/** A chat as the function import_chats takes it. */
export type ImportRow = ReturnType<typeof toRow>;

/**
 * Imports the chats of a file, some at a time. Each is kept whole or not at all, and only once however often it is
 * imported, so that an import that was broken off can simply be begun again.
 *
 * @param send asks the service; rejects when it cannot be reached, which ends the import
 */
export async function importChats(
  file: OpenedFile,
  send: (chats: readonly ImportRow[]) => Promise<unknown>,
  onProgress: (progress: ImportProgress) => void,
  signal: AbortSignal,
): Promise<ImportProgress> {
  let progress = { total: file.count, imported: 0, present: 0, refused: 0, overLimit: 0, hidden: 0 };
  const add = (change: Partial<ImportProgress>) => {
    const sum = { ...progress };
    for (const key of Object.keys(change) as (keyof ImportProgress)[]) sum[key] += change[key] ?? 0;
    progress = sum;
    onProgress(progress);
  };
  let batch: ImportRow[] = [];
  let size = 0;
  const flush = async () => {
    if (batch.length === 0) return;
    const given = answers.parse(await send(batch));
    batch = [];
    size = 0;
    const count = (isCounted: (answer: (typeof given)[number]) => boolean) => given.filter(isCounted).length;
    add({
      imported: count(({ outcome }) => outcome === 'imported'),
      present: count(({ outcome }) => outcome === 'present'),
      refused: count(({ outcome, code }) => outcome === 'refused' && code !== 'limit'),
      overLimit: count(({ code }) => code === 'limit'),
      hidden: count((answer) => answer.is_hidden === true),
    });
  };
  for await (const chat of file.chats()) {
    signal.throwIfAborted();
    const row = chat && toRow(chat);
    const length = row ? JSON.stringify(row).length : 0;
    if (!row || isTooLarge(row, length)) {
      add({ refused: 1 });
      continue;
    }
    if (size + length > transferLimits.callCharacters || batch.length >= transferLimits.chatsPerCall)
      await flush();
    batch.push(row);
    size += length;
  }
  signal.throwIfAborted();
  await flush();
  return progress;
}

function isTooLarge(row: ImportRow, length: number): boolean {
  if (length * 3 <= transferLimits.chatBytes) return false;
  return new TextEncoder().encode(JSON.stringify(row)).byteLength > transferLimits.chatBytes;
}

function toRow(chat: PortableChat) {
  return {
    id: chat.id,
    title: chat.title,
    created_at: chat.createdAt,
    updated_at: chat.updatedAt,
    pinned_at: chat.pinnedAt,
    active_message_id: chat.activeMessageId,
    messages: chat.messages.map((message) => ({
      id: message.id,
      parent_id: message.parentId,
      role: message.role,
      content: message.content,
      status: message.status,
      model_id: message.modelId,
      vendor_id: message.vendorId,
      unavailable_vendor: message.unavailableVendor,
      content_format: message.contentFormat,
      created_at: message.createdAt,
    })),
  };
}
