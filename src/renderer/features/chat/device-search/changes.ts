import type { SearchDocument } from '../../../../shared/search/documents.ts';

export interface Changes {
  readonly documents: readonly SearchDocument[];
  /** Deleted chats, whose messages are removed too, and deleted messages. They are removed first. */
  readonly removedIds: readonly string[];
  /** If present, all chats of the account. Others are removed, because a device misses deletions while it is off. */
  readonly chatIds?: readonly string[];
  /** Where the next changes begin. Only the source knows its format. */
  readonly cursor: string;
}

/** Reads the account's decrypted chats and messages, some at a time. */
export interface ChangeSource {
  /** @param cursor null to begin with the oldest. Returns null if there are no more changes now. */
  readonly readChanges: (cursor: string | null, signal: AbortSignal) => Promise<Changes | null>;
}

export interface IndexState {
  readonly messages: number;
  /** Up to where the account's changes are indexed. Null for an empty index. */
  readonly cursor: string | null;
}
