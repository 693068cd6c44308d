import type { Vault } from '../vault/account-keys.ts';
import {
  type ChatHead,
  digestOf,
  type HeadMessage,
  type StoredHead,
  withMessages,
} from '../vault/chat-head.ts';
import { findAbsent, type ShownRows } from './absent-messages.ts';
import { nextHead, openStoredHead, readHeads, saveHead } from './heads.ts';
import type { HistoryService } from './service.ts';

/** What a device remembers of a chat. */
export interface RememberedChat {
  /** The newest head that the service has returned or accepted. 0 if it had none. */
  readonly number: number;
  readonly digest: string | null;
  /** Messages that the device has seen, and that head doesn't contain yet. */
  readonly seen: readonly HeadMessage[];
}

export interface ChatMemory {
  readonly read: (chatId: string) => Promise<RememberedChat | null>;
  readonly write: (chatId: string, chat: RememberedChat) => Promise<void>;
}

export interface ChatCheck {
  readonly vault: Vault;
  readonly service: Pick<HistoryService, 'read' | 'call'>;
  readonly memory: ChatMemory;
  readonly chatId: string;
  /**
   * The messages that the service has returned. Null if they are not loaded.
   *
   * @param isFresh whether to load them again: those of the page may be older than the head
   */
  readonly readRows: (isFresh: boolean) => Promise<ShownRows | null>;
}

/** What is wrong with the chat that the service has returned. */
export interface ChatProblems {
  /** Its state is older than one that this device has seen, or its head failed verification. */
  readonly isOlder: boolean;
  /** How many messages are missing. Of some, only the first missing one is known. */
  readonly missing: number;
}

interface Presented {
  readonly stored: StoredHead | null;
  /** Null if there is none, or it failed verification. */
  readonly head: ChatHead | null;
}

async function readPresented({ vault, service, chatId }: ChatCheck): Promise<Presented | null> {
  const chat = (await readHeads(vault, service, [chatId]))?.get(chatId);
  if (!chat?.isReadable) return null;
  const { stored } = chat;
  return { stored, head: stored && (await openStoredHead(vault, chatId, stored)) };
}

async function isOlderThan(known: RememberedChat | null, { stored, head }: Presented): Promise<boolean> {
  if (stored && !head) return true;
  if (!known || known.number === 0) return false;
  if (!stored || !head || stored.number < known.number) return true;
  if (stored.number === known.number) return (await digestOf(stored.envelope)) !== known.digest;
  return stored.number === known.number + 1 && head.previous !== known.digest;
}

/** A device that removed messages may have removed those that only this device has seen. */
const stillSeen = (known: RememberedChat | null, head: ChatHead | null): readonly HeadMessage[] =>
  !known || (head && head.removedAt > known.number) ? [] : known.seen;

/** The ids of a URL must not exceed its length. */
const idsPerRequest = 100;

/** Those of the messages that the service says exist. */
async function existing(
  { service, chatId }: ChatCheck,
  messages: readonly HeadMessage[],
): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for (let start = 0; start < messages.length; start += idsPerRequest) {
    const listed = messages.slice(start, start + idsPerRequest).map(({ id }) => id);
    const query = `select=id&chat_id=eq.${chatId}&id=in.(${listed.join()})`;
    for (const row of await service.read('chat_messages', query)) ids.add(String(row['id']));
  }
  return ids;
}

/** Adds the messages that the device sees to the head. Null if the head has them. */
async function addSeen(
  check: ChatCheck,
  { stored, head }: Presented,
  added: readonly HeadMessage[],
): Promise<void> {
  const { vault, service, memory, chatId } = check;
  const number = stored?.number ?? 0;
  const digest = stored && (await digestOf(stored.envelope));
  const listed = new Set(head?.messages.map(({ id }) => id));
  // The rows may be older than the head, which another device may have changed to delete some of them.
  const exist = await existing(check, added);
  const seen = added.filter(({ id }) => exist.has(id) && !listed.has(id));
  await memory.write(chatId, { number, digest, seen });
  if (seen.length === 0) return;
  const messages = withMessages(head?.messages ?? [], seen);
  const next = await nextHead(vault, chatId, stored, { messages, removedAt: head?.removedAt ?? 0 });
  // If another device was faster, the next check adds them.
  if (!(await saveHead(service, chatId, next))) return;
  await memory.write(chatId, { number: next.number, digest: await digestOf(next.envelope), seen: [] });
}

/** How often everything is read again, because another device is deleting messages. */
const maxAttempts = 4;

/**
 * Compares the messages of a chat with its head and with what this device remembers, then adds new ones to the head.
 * Null if nothing can be said: the chat is not loaded or doesn't exist, or encrypted history is turned on or off.
 */
export async function checkChat(check: ChatCheck): Promise<ChatProblems | null> {
  const { memory, chatId, readRows } = check;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    // In this order: what the device remembers was stored before the head is read.
    const known = await memory.read(chatId);
    const presented = await readPresented(check);
    // In this order: the messages of the head were stored before the rows are read.
    const rows = presented && (await readRows(attempt > 0));
    if (!presented || !rows) return null;
    const { head } = presented;
    const seen = stillSeen(known, head);
    const expected = withMessages(head?.messages ?? [], seen);
    const { absent, hidden } = findAbsent(expected, rows);
    const exist = await existing(check, hidden);
    const missing = absent + hidden.filter(({ id }) => !exist.has(id)).length;
    if (await isOlderThan(known, presented)) return { isOlder: true, missing };
    if (missing === 0) {
      const shown = rows.messages.filter(({ isVerified }) => isVerified);
      const listed = new Set(head?.messages.map(({ id }) => id));
      const added = [...seen, ...shown].filter(({ id }) => !listed.has(id));
      await addSeen(
        check,
        presented,
        added.map(({ id, parentId }) => ({ id, parentId })),
      );
      return { isOlder: false, missing: 0 };
    }
    // The rows of the page may be older than the head.
    if (attempt === 0) continue;
    const after = await readPresented(check);
    if (!after) return null;
    if ((after.head?.removedAt ?? 0) <= (presented.stored?.number ?? 0)) return { isOlder: false, missing };
  }
  return null;
}
