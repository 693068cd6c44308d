import { z } from 'zod';
import type { MessageEnd } from '../chat.ts';

/** A running reply on the device: enough to store it if the page crashes. */
export interface MirroredReply {
  readonly id: string;
  readonly userId: string;
  readonly chatId: string;
  readonly messageId: string;
  readonly text: string;
  readonly modelId: string | null;
  readonly vendorId?: string | undefined;
  readonly unavailableVendor?: string | undefined;
  /** `interrupted` while it grows. */
  readonly end: MessageEnd;
  /** Last write (ms since the epoch); if it is old, no open page is writing. */
  readonly writtenAt: number;
}

/** Saves running replies on the device (never those of temporary chats). */
export interface ReplyMirror {
  readonly write: (reply: MirroredReply) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
  readonly list: (userId: string) => Promise<MirroredReply[]>;
  readonly clear: (userId: string) => Promise<void>;
}

const mirroredReply = z.object({
  id: z.string(),
  userId: z.string(),
  chatId: z.string(),
  messageId: z.string(),
  text: z.string(),
  modelId: z.string().nullable(),
  vendorId: z.string().optional(),
  unavailableVendor: z.string().optional(),
  end: z.enum(['complete', 'length', 'stopped', 'interrupted', 'failed']),
  writtenAt: z.number(),
});

const DATABASE = 'clover-replies';
const STORE = 'replies';

/** Uses IndexedDB. Without storage nothing is saved and nothing fails. */
export function createReplyMirror(): ReplyMirror {
  let opening: Promise<IDBDatabase> | null = null;
  const open = () => (opening ??= openDatabase());
  const attempt = async <Result>(
    mode: IDBTransactionMode,
    act: (store: IDBObjectStore) => IDBRequest<Result>,
  ): Promise<Result | null> => {
    try {
      const store = (await open()).transaction(STORE, mode).objectStore(STORE);
      return await settled(act(store));
    } catch {
      // Storage is full, forbidden or deleted. The reply is still sent to the service at its end.
      opening = null;
      return null;
    }
  };
  const list = async (userId: string) => {
    const stored: unknown = await attempt('readonly', (store) => store.getAll());
    // Entries of an older version are skipped.
    const replies = Array.isArray(stored)
      ? stored.flatMap((entry) => mirroredReply.safeParse(entry).data ?? [])
      : [];
    return replies.filter((reply) => reply.userId === userId);
  };
  return {
    write: async (reply) => void (await attempt('readwrite', (store) => store.put(reply))),
    remove: async (id) => void (await attempt('readwrite', (store) => store.delete(id))),
    list,
    clear: async (userId) => {
      for (const { id } of await list(userId)) await attempt('readwrite', (store) => store.delete(id));
    },
  };
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' });
  return settled(request);
}

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB refused.'));
  });
}
