import type { SearchDocument } from '../../../../shared/search/documents.ts';

export interface Changes {
  readonly documents: readonly SearchDocument[];
  /** The ids of deleted chats and messages. A chat's messages are removed with it. Removals come before additions. */
  readonly removedIds: readonly string[];
  /**
   * If present, the ids of all chats of the account. Others are removed, because a device misses deletions while it is
   * off.
   */
  readonly chatIds?: readonly string[];
  /** Where the next changes start. Only the source knows its format. */
  readonly cursor: string;
}

/** Reads the account's decrypted chats and messages in batches. */
export interface ChangeSource {
  /** @param cursor null to start with the oldest. Resolves with null if there are no more changes for now. */
  readonly readChanges: (cursor: string | null, signal: AbortSignal) => Promise<Changes | null>;
}

export interface IndexState {
  readonly messages: number;
  /** The end of the indexed changes. Null for an empty index. */
  readonly cursor: string | null;
}
