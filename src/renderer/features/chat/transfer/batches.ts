import type { PortableChat } from '../../../lib/portable-chat.ts';
import { transferLimits } from './limits.ts';
import type { OpenedFile } from './open-file.ts';

/** Chats for one call of the service, and how many before them could not be read or are too long for any. */
export interface ImportBatch {
  readonly rows: readonly ImportRow[];
  readonly unreadable: number;
}

/** A chat as the function import_chats takes it. */
export type ImportRow = ReturnType<typeof toRow>;

/** The chats of a file, as many at a time as one call takes. */
export async function* batchesOf(file: Pick<OpenedFile, 'chats'>): AsyncGenerator<ImportBatch> {
  let rows: ImportRow[] = [];
  let unreadable = 0;
  let size = 0;
  for await (const chat of file.chats()) {
    const row = chat && toRow(chat);
    const length = row ? JSON.stringify(row).length : 0;
    if (!row || isTooLarge(row, length)) {
      unreadable += 1;
      continue;
    }
    const isFull =
      size + length > transferLimits.callCharacters || rows.length >= transferLimits.chatsPerCall;
    if (rows.length > 0 && isFull) {
      yield { rows, unreadable };
      rows = [];
      unreadable = 0;
      size = 0;
    }
    rows.push(row);
    size += length;
  }
  if (rows.length > 0 || unreadable > 0) yield { rows, unreadable };
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
