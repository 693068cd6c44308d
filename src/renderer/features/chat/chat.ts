import { z } from 'zod';

/** A chat of the list, as its row says. */
export interface Chat {
  readonly id: string;
  readonly title: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Since when it stands above the others; null for a chat in its place by time. */
  readonly pinnedAt: string | null;
}

/** Where a further page of the list begins: after this chat. */
export type ChatCursor = Pick<Chat, 'id' | 'updatedAt'>;

/** A page of the list, with the place where the next one begins; null where there is none. */
export interface ChatPage {
  readonly chats: readonly Chat[];
  readonly next: ChatCursor | null;
}

export type MessageRole = 'user' | 'assistant' | 'system';

/** How a stored reply ended. A user's message is always complete. */
export type MessageEnd = 'complete' | 'length' | 'stopped' | 'interrupted' | 'failed';

/** A stored message. Rows never change. */
export interface Message {
  readonly id: string;
  readonly chatId: string;
  readonly role: MessageRole;
  readonly content: string;
  readonly end: MessageEnd;
  readonly modelId: string | null;
  /** Name of the vendor that answered. */
  readonly vendorId: string | null;
  /** Display name of the vendor that could not answer, where another one stepped in. */
  readonly unavailableVendor: string | null;
  readonly createdAt: string;
  /** Order of arrival; breaks ties of `createdAt`. */
  readonly seq: number;
  /** The message before, null for none; absent where messages are no tree (a temporary chat). */
  readonly parentId?: string | null;
  /** The ids of the messages beside it, itself included, oldest first. */
  readonly versions?: readonly string[];
}

export const chatColumns = 'id, title, created_at, updated_at, pinned_at';
export const messageColumns =
  'id, chat_id, role, content, status, model_id, vendor_id, unavailable_vendor, created_at, seq, parent_id';

/** Rows are read at the edge, so that a service of another version fails here and not in the middle of a screen. */
export const chatRow = z
  .object({
    id: z.string(),
    title: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
    pinned_at: z.string().nullable(),
  })
  .transform((row): Chat => ({
    id: row.id,
    title: row.title,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    pinnedAt: row.pinned_at,
  }));

export const messageRow = z
  .object({
    id: z.string(),
    chat_id: z.string(),
    role: z.enum(['user', 'assistant', 'system']),
    content: z.string(),
    status: z.enum(['complete', 'length', 'stopped', 'interrupted', 'failed']),
    model_id: z.string().nullable(),
    vendor_id: z.string().nullable(),
    unavailable_vendor: z.string().nullable(),
    created_at: z.string(),
    seq: z.number(),
    parent_id: z.string().nullable(),
    versions: z.array(z.string()).nullish(),
  })
  .transform((row): Message => ({
    id: row.id,
    chatId: row.chat_id,
    role: row.role,
    content: row.content,
    end: row.status,
    modelId: row.model_id,
    vendorId: row.vendor_id,
    unavailableVendor: row.unavailable_vendor,
    createdAt: row.created_at,
    seq: row.seq,
    parentId: row.parent_id,
    ...(row.versions && { versions: row.versions }),
  }));
