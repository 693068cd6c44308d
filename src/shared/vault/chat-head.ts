import { z } from 'zod';
import { encodeBase64Url } from '../domain/encoding.ts';
import type { Vault } from './account-keys.ts';
import type { Context } from './context.ts';
import { decryptText, encryptText } from './envelope.ts';
import { VerificationError } from './verification-error.ts';

/** The ids of a message and of the one before it. The message's envelope is bound to both. */
export interface HeadMessage {
  readonly id: string;
  /** Null for the first message. */
  readonly parentId: string | null;
}

/** The list of a chat's messages, signed by the account's devices. */
export interface ChatHead {
  /** Increases by one with each change. */
  readonly number: number;
  /** The digest of the previous stored head. Null if there was none. */
  readonly previous: string | null;
  /** The number of the last head from which a device removed messages; 0 if there was none. */
  readonly removedAt: number;
  /** The chat's messages. Earlier ones may be left out, because the others name their parents. */
  readonly messages: readonly HeadMessage[];
}

export interface StoredHead {
  readonly number: number;
  readonly envelope: string;
}

/** A head stays short, because each change stores it again. */
const maxMessages = 300;
/** Other messages don't name the last messages of branches, so more of these are listed. */
const maxEnds = 1_000;

const body = z.object({
  previous: z.string().nullable(),
  removedAt: z.int().min(0),
  messages: z.array(z.tuple([z.string(), z.string().nullable()])),
});

const contextOf = (accountId: string, chatId: string, number: number): Context => ({
  kind: 'head',
  accountId,
  chatId,
  number,
});

/** Returns the SHA-256 digest of a stored head's envelope. */
export async function digestOf(envelope: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(envelope));
  return encodeBase64Url(new Uint8Array(bytes));
}

/** Encrypts a head under the account's key, because a chat that is deleted and restored may get another key. */
export async function encryptHead(vault: Vault, chatId: string, head: ChatHead): Promise<StoredHead> {
  const { number, previous, removedAt } = head;
  const messages = head.messages.map(({ id, parentId }) => [id, parentId]);
  const text = JSON.stringify({ previous, removedAt, messages });
  const context = contextOf(vault.accountId, chatId, number);
  return { number, envelope: await encryptText(vault.accountKey, context, text) };
}

/** @throws VerificationError */
export async function openHead(
  { accountId, accountKeys, pair }: Vault,
  chatId: string,
  { number, envelope }: StoredHead,
): Promise<ChatHead> {
  const context = contextOf(accountId, chatId, number);
  const text = await decryptText({ key: accountKeys, pair }, context, envelope);
  const read = body.safeParse(JSON.parse(text)).data;
  if (!read) throw new VerificationError(context, 'damaged');
  return { ...read, number, messages: read.messages.map(([id, parentId]) => ({ id, parentId })) };
}

/** Adds messages to a list. If it becomes too long, leaves out the oldest messages that have a following message. */
export function withMessages(
  messages: readonly HeadMessage[],
  added: readonly HeadMessage[],
): readonly HeadMessage[] {
  const all = new Map([...messages, ...added].map((message) => [message.id, message]));
  const parents = new Set([...all.values()].map(({ parentId }) => parentId));
  let excess = all.size - maxMessages;
  const fewer = [...all.values()].filter(({ id }) => {
    const isLeftOut = excess > 0 && parents.has(id);
    if (isLeftOut) excess -= 1;
    return !isLeftOut;
  });
  return fewer.slice(-maxEnds);
}

/**
 * Selects the messages that must be added to a list. If it would become too long, leaves out messages that are
 * ancestors of listed ones.
 */
export function newMessages(
  listed: readonly HeadMessage[],
  shown: readonly HeadMessage[],
): readonly HeadMessage[] {
  const known = new Set(listed.map(({ id }) => id));
  const added = shown.filter(({ id }) => !known.has(id));
  if (known.size + added.length <= maxMessages) return added;
  const all = new Map([...added, ...listed].map((message) => [message.id, message]));
  const implied = new Set<string>();
  for (const { id } of listed)
    for (let next = all.get(id); next && !implied.has(next.id); next = all.get(next.parentId ?? ''))
      implied.add(next.id);
  return added.filter(({ id }) => !implied.has(id));
}

/** Returns the message and its ancestors, up to the chat's first message or a gap in the list. */
export function pathFrom(
  id: string | null,
  messages: ReadonlyMap<string, HeadMessage>,
): readonly HeadMessage[] {
  const path: HeadMessage[] = [];
  const seen = new Set<string>();
  for (
    let message = messages.get(id ?? '');
    message && !seen.has(message.id);
    message = messages.get(message.parentId ?? '')
  ) {
    seen.add(message.id);
    path.push(message);
  }
  return path;
}

/**
 * Removes a message and everything that follows it. Also removes messages that may follow it, even if the list doesn't
 * show that. A device that sees such a message adds it again.
 */
export function withoutMessage(messages: readonly HeadMessage[], removed: string): readonly HeadMessage[] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const before = new Set(
    pathFrom(removed, byId)
      .map(({ parentId }) => parentId)
      .filter((id) => id !== null),
  );
  return messages.filter(({ id }) => {
    if (before.has(id)) return true;
    const path = pathFrom(id, byId);
    const place = path.findIndex((message) => message.id === removed || message.parentId === removed);
    const joined = path.findIndex(({ parentId }) => parentId !== null && before.has(parentId));
    if (place >= 0) return joined >= 0 && joined < place;
    return joined >= 0 || path.at(-1)?.parentId === null;
  });
}
