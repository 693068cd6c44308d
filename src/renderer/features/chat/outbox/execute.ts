import type { QueryClient } from '@tanstack/react-query';
import {
  addToList,
  changeChat,
  findCachedChat,
  putChat,
  removeChat,
  replaceBranchEnd,
} from '../data/cache.ts';
import { renameChat, updateChat } from '../data/chats.ts';
import { deleteVersion, listMessages, showVersion } from '../data/messages.ts';
import { chatQueries } from '../data/queries.ts';
import { StoreError } from '../data/store-error.ts';
import type { ChatStore } from '../store/chat-store.ts';
import type { ChatOperation, ExecuteResult, Refusal } from './operation.ts';
import { changeOf } from './overlay.ts';
import { outboxTexts } from './texts.ts';

type Change = Exclude<ChatOperation, { readonly kind: 'send' | 'delete' }>;

/** Attempts may be repeated, so all changes are idempotent. */
export async function executeChange(client: QueryClient, change: Change): Promise<ExecuteResult> {
  try {
    if (change.kind === 'rename') await renameChat(change.chatId, change.title);
    else if ('messageId' in change) await changeBranch(client, change);
    else await updateChat(change.chatId, changeOf(change) ?? {});
    return 'done';
  } catch (error) {
    return resultOf(error);
  }
}

/**
 * Switches the branch and loads its latest messages, which must be in the cache before the operation leaves
 * the outbox.
 */
async function changeBranch(
  client: QueryClient,
  { kind, chatId, messageId }: Extract<Change, { readonly messageId: string }>,
): Promise<void> {
  await (kind === 'show-version' ? showVersion(messageId) : deleteVersion(messageId));
  const end = await listMessages(chatId, null);
  // Otherwise, responses to earlier requests would show the old branch again.
  await client.cancelQueries({ queryKey: chatQueries.messages(chatId).queryKey });
  replaceBranchEnd(client, chatId, end);
}

export function resultOf(error: unknown): 'offline' | 'busy' | Refusal {
  if (!(error instanceof StoreError)) return 'offline';
  switch (error.code) {
    case 'offline':
    case 'busy':
      return error.code;
    case 'gone':
      return { refused: outboxTexts.chatGone, isChatGone: true };
    case 'refused':
      return { refused: error.message };
    case 'duplicate':
    case 'unavailable':
      return { refused: outboxTexts.failed };
  }
}

/**
 * Applies a confirmed operation to the cache, so that nothing changes on screen when it leaves the outbox.
 */
export function applyConfirmed(
  client: QueryClient,
  userId: string,
  store: ChatStore,
  operation: ChatOperation,
): void {
  const { chatId, kind } = operation;
  if (kind === 'send') return;
  const lists = chatQueries.lists(userId);
  const openedChat = chatQueries.one(chatId);
  // Otherwise, responses to earlier requests would undo the change on screen.
  void client.cancelQueries({ queryKey: lists });
  void client.cancelQueries(openedChat);
  const change = changeOf(operation);
  if (change) changeChat(client, userId, chatId, change);
  const chat = findCachedChat(client, userId, chatId);
  if (chat && kind === 'move') putChat(client, userId, chat);
  if (kind === 'archive' && chat?.archivedAt === null) addToList(client, userId, chat);
  if (kind === 'delete') {
    removeChat(client, userId, chatId);
    client.removeQueries({ queryKey: chatQueries.messages(chatId).queryKey });
    void store.forgetChat(chatId);
  }
  void client.invalidateQueries({ queryKey: lists });
  void client.invalidateQueries(openedChat);
}
