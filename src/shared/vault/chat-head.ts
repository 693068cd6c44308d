import { z } from 'zod';
import { encodeBase64Url } from '../domain/encoding.ts';
import type { Vault } from './account-keys.ts';
import type { Context } from './context.ts';
import { decryptText, encryptText } from './envelope.ts';
import { VerificationError } from './verification-error.ts';

/** A message of a chat, and the one before it. Its envelope is bound to both. */
export interface HeadMessage {
  readonly id: string;
  /** Null for the first message. */
  readonly parentId: string | null;
}

/** What the devices of an account have authenticated about a chat. */
export interface ChatHead {
  /** Grows by one with each change. */
  readonly number: number;
  /** The digest of the head before this one, as it was stored. Null if there was none. */
  readonly previous: string | null;
  /** The number of the last head from which a device removed messages. 0 if none did. */
  readonly removedAt: number;
  /** Messages that the chat has. Earlier ones may be left out: the others name their parents. */
  readonly messages: readonly HeadMessage[];
}

/** A head as the service stores it. */
export interface StoredHead {
  readonly number: number;
  readonly envelope: string;
}

/** More messages would make the head long, which each change stores again. */
const maxMessages = 300;
/** Ends of branches are not implied by other messages. */
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

/** The digest of a stored head: SHA-256 of its envelope. */
export async function digestOf(envelope: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(envelope));
  return encodeBase64Url(new Uint8Array(bytes));
}

/** Under the account's key, because a chat that is deleted and restored may get another key. */
export async function encryptHead(vault: Vault, chatId: string, head: ChatHead): Promise<StoredHead> {
  const { number, previous, removedAt } = head;
  const messages = head.messages.map(({ id, parentId }) => [id, parentId]);
  const text = JSON.stringify({ previous, removedAt, messages });
  const context = contextOf(vault.accountId, chatId, number);
  return { number, envelope: await encryptText(vault.accountKey, context, text) };
}

/** @throws VerificationError */
export async function openHead(
  { accountId, accountKey, pair }: Vault,
  chatId: string,
  { number, envelope }: StoredHead,
): Promise<ChatHead> {
  const context = contextOf(accountId, chatId, number);
  const text = await decryptText({ key: accountKey, pair }, context, envelope);
  const read = body.safeParse(JSON.parse(text)).data;
  if (!read) throw new VerificationError(context, 'damaged');
  return { ...read, number, messages: read.messages.map(([id, parentId]) => ({ id, parentId })) };
}

/** Adds messages. If there are too many, the oldest ones that others follow are left out. */
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
 * Those of the messages that must be added to a list. If it would be too long, messages are left out that one of its
 * messages follows, directly or not.
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

/** The messages from this one back to the first one, or to one that the list doesn't have. */
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
 * Removes a message and all that follow it. Messages of which the list doesn't say whether they follow it are removed
 * too: a device that sees them adds them again.
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
