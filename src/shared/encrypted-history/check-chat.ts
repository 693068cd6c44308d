import type { Vault } from '../vault/account-keys.ts';
import { type HeadMessage, newMessages, withMessages } from '../vault/chat-head.ts';
import { findAbsentMessages, type ShownRows } from './absent-messages.ts';
import {
  type ChatMemory,
  isOlderThan,
  type ReturnedHead,
  remember,
  listedMessages,
  seenMessages,
} from './chat-memory.ts';
import { nextHead, openStoredHead, readHeads, saveHead } from './heads.ts';
import type { HistoryService } from './service.ts';

export interface ChatCheck {
  readonly vault: Vault;
  readonly service: Pick<HistoryService, 'read' | 'call'>;
  readonly memory: ChatMemory;
  readonly chatId: string;
  /**
   * Returns the messages that the service returned, or null if they are not loaded.
   *
   * @param isFresh whether to reload them, because those on the page may be older than the head
   */
  readonly readRows: (isFresh: boolean) => Promise<ShownRows | null>;
}

/** The problems of a chat as the service returned it. */
export interface ChatProblems {
  /** Whether it is older than a state that this device has seen, or its head failed verification. */
  readonly isOlder: boolean;
  /** The minimum number of missing messages: those that follow a missing one may be unknown. */
  readonly missing: number;
}

async function readHead({ vault, service, chatId }: ChatCheck): Promise<ReturnedHead | null> {
  const chat = (await readHeads(vault, service, [chatId]))?.get(chatId);
  if (!chat?.isReadable) return null;
  const { stored } = chat;
  return { stored, head: stored && (await openStoredHead(vault, chatId, stored)) };
}

/** More ids would exceed the maximum length of a URL. */
const idsPerRequest = 100;

/** Returns the ids of the messages that still exist on the service. */
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

/** Remembers the chat, and adds messages to its head that the device has seen and the head lacks. */
async function addSeen(
  check: ChatCheck,
  { stored, head }: ReturnedHead,
  listed: readonly HeadMessage[],
  added: readonly HeadMessage[],
): Promise<void> {
  const { vault, service, memory, chatId } = check;
  const removedAt = head?.removedAt ?? 0;
  // The rows may be older than the head: another device may have deleted some of them.
  const exist = await existing(check, added);
  const seen = added.filter(({ id }) => exist.has(id));
  await memory.write(chatId, await remember(stored, { removedAt, listed, seen }));
  if (seen.length === 0) return;
  const messages = withMessages(head?.messages ?? [], seen);
  const next = await nextHead(vault, chatId, stored, { messages, removedAt });
  // If another device has changed the head meanwhile, the next check adds them.
  if (!(await saveHead(service, chatId, next))) return;
  const all = withMessages(listed, messages);
  await memory.write(chatId, await remember(next, { removedAt, listed: all, seen: [] }));
}

const verified = ({ messages }: ShownRows): readonly HeadMessage[] =>
  messages.filter(({ isVerified }) => isVerified).map(({ id, parentId }) => ({ id, parentId }));

const unique = (messages: readonly HeadMessage[]): readonly HeadMessage[] => [
  ...new Map(messages.map((message) => [message.id, message])).values(),
];

/** A check is repeated if another device deletes messages meanwhile. */
const maxAttempts = 4;

/**
 * Compares the messages of a chat with its head and with what this device remembers, then adds new ones to the head.
 * Null if the check is not possible: the chat is not loaded or doesn't exist, or encrypted history is being turned on
 * or off.
 */
export async function checkChat(check: ChatCheck): Promise<ChatProblems | null> {
  const { memory, chatId, readRows } = check;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    // Read before the head. Otherwise, another tab could remember a newer head in between, and this one would look
    // older.
    const known = await memory.read(chatId);
    const current = await readHead(check);
    // Read after the head, so that the rows include every message of the head.
    const rows = current && (await readRows(attempt > 0));
    if (!current || !rows) return null;
    const { head } = current;
    const listed = listedMessages(known, head);
    const seen = seenMessages(known, head);
    const expected = withMessages(listed, seen);
    const { absent, hidden } = findAbsentMessages(expected, rows);
    const exist = await existing(check, hidden);
    const missing = absent + hidden.filter(({ id }) => !exist.has(id)).length;
    if (await isOlderThan(known, current)) return { isOlder: true, missing };
    if (missing === 0) {
      const added = newMessages(head?.messages ?? [], unique([...seen, ...verified(rows)]));
      await addSeen(check, current, listed, added);
      return { isOlder: false, missing: 0 };
    }
    // The rows on the page may be older than the head, so reload them once.
    if (attempt === 0) continue;
    const after = await readHead(check);
    if (!after) return null;
    if ((after.head?.removedAt ?? 0) <= (current.stored?.number ?? 0)) return { isOlder: false, missing };
  }
  return null;
}

/**
 * Accepts a chat as the service returns it now, for example after a backup was restored: signs a head with its current
 * messages and forgets the missing ones. Other devices that remember missing messages still report them.
 *
 * @returns false if the chat can't be read now, or another device has changed the head meanwhile
 */
export async function acceptChat(check: ChatCheck): Promise<boolean> {
  const { vault, service, memory, chatId, readRows } = check;
  const current = await readHead(check);
  const rows = current && (await readRows(true));
  if (!current || !rows) return false;
  const { stored, head } = current;
  const removedAt = head?.removedAt ?? 0;
  const listed = head?.messages ?? [];
  const exist = await existing(check, listed);
  const remaining = listed.filter(({ id }) => exist.has(id));
  const messages = withMessages(remaining, newMessages(remaining, verified(rows)));
  const next = await nextHead(vault, chatId, stored, { messages, removedAt });
  if (!(await saveHead(service, chatId, next))) return false;
  await memory.replace(chatId, await remember(next, { removedAt, listed: messages, seen: [] }));
  return true;
}
