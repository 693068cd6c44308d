import type { Vault } from '../vault/account-keys.ts';
import {
  type ChatHead,
  digestOf,
  encryptHead,
  openHead,
  type StoredHead,
  withMessages,
  withoutMessage,
} from '../vault/chat-head.ts';
import { toClaim } from '../vault/history-claim.ts';
import { VerificationError } from '../vault/verification-error.ts';
import { type ChatMemory, isOlderThan, listedMessages, seenMessages } from './chat-memory.ts';
import { confirmClaim } from './confirm-claim.ts';
import type { FunctionCall } from './function-call.ts';
import type { Row } from './rows.ts';
import { changedChat, failureOf, ServiceRefusal, type TextService } from './service.ts';

/** The state of a chat as the service reported it. */
export interface ReturnedChat {
  readonly exists: boolean;
  /** False if there is no such chat, or the plan hides it. */
  readonly isReadable: boolean;
  /** Null if the chat has no head. */
  readonly stored: StoredHead | null;
}

interface HeadsResponse {
  readonly state: unknown;
  readonly public_key: unknown;
  readonly chats: readonly Row[];
}

/** The service's limit. */
const headsPerRequest = 100;

/**
 * Reads the heads of chats. Null if encrypted history is not on, because the service then accepts no heads, or if its
 * keys have changed. Rejects with ServiceRefusal if this device can't confirm that.
 */
export async function readHeads(
  vault: Vault,
  service: TextService,
  chatIds: readonly string[],
): Promise<ReadonlyMap<string, ReturnedChat> | null> {
  const chats = new Map<string, ReturnedChat>();
  for (let start = 0; start < chatIds.length; start += headsPerRequest) {
    const response = (await service.call('read_chat_heads', {
      chats: chatIds.slice(start, start + headsPerRequest),
    })) as HeadsResponse | null;
    if (!response) return null;
    const claim = toClaim(response.state, response.public_key);
    // If the claim is outdated, so are the heads in the same response.
    if ((await confirmClaim(vault, service, claim)) !== claim) return null;
    if (claim.state !== 'on' || claim.publicKey !== vault.publicKey) return null;
    for (const { id, exists, is_readable, number, envelope } of response.chats)
      chats.set(String(id), {
        exists: exists === true,
        isReadable: is_readable === true,
        stored: typeof envelope === 'string' ? { number: Number(number), envelope } : null,
      });
  }
  return chats;
}

/** Decrypts a stored head. Null if it fails verification. */
export async function openStoredHead(
  vault: Vault,
  chatId: string,
  stored: StoredHead,
): Promise<ChatHead | null> {
  try {
    return await openHead(vault, chatId, stored);
  } catch (error) {
    if (error instanceof VerificationError) return null;
    throw error;
  }
}

/** Encrypts the head that follows the stored one. */
export async function nextHead(
  vault: Vault,
  chatId: string,
  stored: StoredHead | null,
  { messages, removedAt }: Pick<ChatHead, 'messages' | 'removedAt'>,
): Promise<StoredHead> {
  return encryptHead(vault, chatId, {
    number: (stored?.number ?? 0) + 1,
    previous: stored && (await digestOf(stored.envelope)),
    removedAt,
    messages,
  });
}

/** Stores a head. Returns false if another device has stored a newer one meanwhile. */
export const saveHead = async (
  service: TextService,
  chatId: string,
  { number, envelope }: StoredHead,
): Promise<boolean> => (await service.call('save_chat_head', { chat: chatId, number, envelope })) === true;

/** An attempt fails if another device stores a head at the same time. */
const maxAttempts = 20;

/**
 * Deletes a version of a message, and removes it and the messages after it from the chat's head. Otherwise, other
 * devices would report missing messages.
 *
 * @param memory this device's memory. If the head is older, nothing is deleted, because a new head would hide missing
 * messages from other devices
 */
export async function deleteOnDevice(
  { parameters, history, service, send }: FunctionCall,
  memory: Pick<ChatMemory, 'read'> | null,
): Promise<unknown> {
  const { vault } = history;
  const message = String(parameters['message']);
  const [found] = await service.read('chat_messages', `select=chat_id&id=eq.${message}`);
  const chatId = String(found?.['chat_id']);
  for (let attempt = 1; ; attempt += 1) {
    // Read before the head. Otherwise, another tab could remember a newer head in between, and this one would look
    // older.
    const known = (await memory?.read(chatId)) ?? null;
    const chat = found && (await readHeads(vault, service, [chatId]))?.get(chatId);
    if (!chat) return send(parameters);
    const { stored } = chat;
    const head = stored && (await openStoredHead(vault, chatId, stored));
    if (await isOlderThan(known, { stored, head })) throw changedChat();
    const expected = withMessages(listedMessages(known, head), seenMessages(known, head));
    const next = await nextHead(vault, chatId, stored, {
      messages: withoutMessage(expected, message),
      removedAt: (stored?.number ?? 0) + 1,
    });
    try {
      return await send({ ...parameters, head: next });
    } catch (error) {
      const isOutdated = error instanceof ServiceRefusal && (await failureOf(error)).hint === 'chat_head';
      if (!isOutdated || attempt === maxAttempts) throw error;
    }
  }
}

/**
 * Empties the heads of deleted chats that are about to be restored or imported again, because the copy may have fewer
 * messages than the deleted chat had. Keeps heads that are older than this device remembers, so that the problem is
 * still reported.
 */
export async function emptyHeads(
  { history: { vault }, service }: Pick<FunctionCall, 'history' | 'service'>,
  chatIds: readonly string[],
  memory: Pick<ChatMemory, 'read'> | null,
): Promise<void> {
  let waiting = chatIds;
  for (let attempt = 1; waiting.length > 0 && attempt <= maxAttempts; attempt += 1) {
    const known = new Map<string, Awaited<ReturnType<ChatMemory['read']>>>();
    for (const id of waiting) known.set(id, (await memory?.read(id)) ?? null);
    const outdated: string[] = [];
    for (const [id, { exists, stored }] of (await readHeads(vault, service, waiting)) ?? []) {
      if (!stored || exists) continue;
      const head = await openStoredHead(vault, id, stored);
      if (await isOlderThan(known.get(id) ?? null, { stored, head })) continue;
      const next = await nextHead(vault, id, stored, { messages: [], removedAt: stored.number + 1 });
      if (!(await saveHead(service, id, next))) outdated.push(id);
    }
    waiting = outdated;
  }
}
