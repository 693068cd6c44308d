import {
  type ChatHead,
  digestOf,
  type HeadMessage,
  type StoredHead,
  withMessages,
} from '../vault/chat-head.ts';

/** A device's memory of a chat. */
export interface RememberedChat {
  /** The number of the newest head that the service has returned or accepted; 0 if there was none. */
  readonly number: number;
  readonly digest: string | null;
  readonly removedAt: number;
  /** Messages of that head and of earlier ones. */
  readonly listed: readonly HeadMessage[];
  /** Messages that the device has seen but that are not in that head yet. */
  readonly seen: readonly HeadMessage[];
}

export interface ChatMemory {
  readonly read: (chatId: string) => Promise<RememberedChat | null>;
  /** Has no effect if a newer head is remembered. */
  readonly write: (chatId: string, chat: RememberedChat) => Promise<void>;
  /** Overwrites the remembered chat, even if that was newer. */
  readonly replace: (chatId: string, chat: RememberedChat) => Promise<void>;
}

/** This device's memory, by account. */
export const chatMemories = new Map<string, ChatMemory>();

/** A chat's head as the service returned it. */
export interface ReturnedHead {
  readonly stored: StoredHead | null;
  /** The decrypted head. Null if there is none or it failed verification. */
  readonly head: ChatHead | null;
}

/** Returns whether the head failed verification, is older than the remembered one or doesn't continue it. */
export async function isOlderThan(
  known: RememberedChat | null,
  { stored, head }: ReturnedHead,
): Promise<boolean> {
  if (stored && !head) return true;
  if (!known || known.number === 0) return false;
  if (!stored || !head || stored.number < known.number || head.removedAt < known.removedAt) return true;
  if (stored.number === known.number) return (await digestOf(stored.envelope)) !== known.digest;
  return stored.number === known.number + 1 && head.previous !== known.digest;
}

/** Returns whether another device has deleted messages since, possibly including those that only this device knows. */
const isForgotten = (known: RememberedChat, head: ChatHead | null): boolean =>
  head !== null && head.removedAt > known.number;

export const listedMessages = (known: RememberedChat | null, head: ChatHead | null): readonly HeadMessage[] =>
  withMessages(!known || isForgotten(known, head) ? [] : known.listed, head?.messages ?? []);

export const seenMessages = (known: RememberedChat | null, head: ChatHead | null): readonly HeadMessage[] =>
  !known || isForgotten(known, head) ? [] : known.seen;

export async function remember(
  stored: StoredHead | null,
  { removedAt, listed, seen }: Pick<RememberedChat, 'removedAt' | 'listed' | 'seen'>,
): Promise<RememberedChat> {
  const digest = stored && (await digestOf(stored.envelope));
  return { number: stored?.number ?? 0, digest, removedAt, listed, seen };
}
