import { bytesOf, importCallLimits, type ImportPart, partsOf } from '../data/import-parts.ts';
import type { PortableChat } from '../../../lib/portable-chat.ts';
import { transferLimits } from './limits.ts';
import type { OpenedFile } from './open-file.ts';

/**
 * The chats for one call of import_chats, and the number of unreadable chats that were skipped before them.
 */
export interface ImportBatch {
  readonly rows: readonly ImportRow[];
  readonly unreadable: number;
}

type ChatRow = ReturnType<typeof toChatRow>;
/** A chat in the format of import_chats, or a part of a long one. */
export type ImportRow = ChatRow & Pick<ImportPart, 'offset' | 'total'>;

export async function* batchesOf(file: Pick<OpenedFile, 'chats'>): AsyncGenerator<ImportBatch> {
  let rows: ImportRow[] = [];
  let unreadable = 0;
  let bytes = 0;
  let messages = 0;
  for await (const chat of file.chats()) {
    if (!chat) {
      unreadable += 1;
      continue;
    }
    // Each part of a long chat needs its own call.
    const parts = partsOf<ImportRow>(toChatRow(chat));
    for (const row of parts) {
      const size = bytesOf(row);
      const isFull =
        bytes + size > importCallLimits.bytes ||
        messages + row.messages.length > importCallLimits.messages ||
        rows.length >= transferLimits.chatsPerCall;
      if (rows.length > 0 && (isFull || parts.length > 1)) {
        yield { rows, unreadable };
        [rows, unreadable, bytes, messages] = [[], 0, 0, 0];
      }
      rows.push(row);
      bytes += size;
      messages += row.messages.length;
    }
    if (parts.length > 1) {
      yield { rows, unreadable };
      [rows, unreadable, bytes, messages] = [[], 0, 0, 0];
    }
  }
  if (rows.length > 0 || unreadable > 0) yield { rows, unreadable };
}

function toChatRow(chat: PortableChat) {
  return {
    id: chat.id,
    title: chat.title,
    created_at: chat.createdAt,
    updated_at: chat.updatedAt,
    pinned_at: chat.pinnedAt,
    archived_at: chat.archivedAt,
    active_message_id: chat.activeMessageId,
    model_id: chat.modelId,
    vendor_id: chat.modelId === null ? null : chat.vendorId,
    parameters: chat.parameters,
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
      parameters: message.parameters ?? null,
      created_at: message.createdAt,
    })),
  };
}
