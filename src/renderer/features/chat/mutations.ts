import { useMutation, useQueryClient } from '@tanstack/react-query';
import { cleanText } from '../../../shared/domain/text.ts';
import { ask } from '../../lib/question.ts';
import { showToast, type Toast } from '../../lib/toast.ts';
import { useChatEngine } from './chat-context.ts';
import { chatToasts, deleteQuestions } from './texts.ts';
import { changeChat, removeChat } from './data/cache.ts';
import { deleteChat, pinChat, renameChat } from './data/chats.ts';
import { chatQueries } from './data/queries.ts';
import { readFullChat } from './data/full-chat.ts';

/** The sidebar's toasts [CHAT-092, CHAT-096]. */
const renameToasts = { succeeded: chatToasts.renamed, failed: chatToasts.renameFailed };

/** Renames a chat, optimistically. */
export function useRenameChatMutation(
  userId: string,
  toasts: { readonly succeeded: Toast; readonly failed: Toast } = renameToasts,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ chatId, title }: { chatId: string; title: string }) =>
      renameChat(chatId, cleanText(title)),
    onMutate: async ({ chatId, title }) => {
      await client.cancelQueries({ queryKey: chatQueries.lists(userId) });
      return { undo: changeChat(client, userId, chatId, { title: cleanText(title) }) };
    },
    onError: (_error, _input, context) => {
      context?.undo();
      showToast(toasts.failed);
    },
    onSuccess: () => showToast(toasts.succeeded),
    onSettled: () => client.invalidateQueries({ queryKey: chatQueries.lists(userId) }),
  });
}

/** Pins or unpins a chat, optimistically. */
export function usePinChatMutation(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ chatId, pinnedAt }: { chatId: string; pinnedAt: string | null }) =>
      pinChat(chatId, pinnedAt),
    onMutate: async ({ chatId, pinnedAt }) => {
      await client.cancelQueries({ queryKey: chatQueries.lists(userId) });
      return { undo: changeChat(client, userId, chatId, { pinnedAt }) };
    },
    onError: (_error, _input, context) => {
      context?.undo();
      showToast(chatToasts.pinFailed);
    },
    onSettled: () => client.invalidateQueries({ queryKey: chatQueries.lists(userId) }),
  });
}

/** The user chose to keep the chat. */
class Declined extends Error {}

interface Deletion {
  readonly chatId: string;
  /** True if the chat is open. */
  readonly isOpen: boolean;
  /** Called if the user chose to keep the chat. */
  readonly onDeclined: () => void;
}

/**
 * Deletes a chat with its messages, optimistically [CHAT-091, CHAT-095]. It can be restored for a while; if it
 * couldn't be, a confirmation is shown first.
 */
export function useDeleteChatMutation(userId: string) {
  const client = useQueryClient();
  const { runner, deleted } = useChatEngine();
  return useMutation({
    mutationFn: async ({ chatId }: Deletion) => {
      const chat = await readFullChat(chatId);
      if (typeof chat === 'string' && !(await ask(deleteQuestions[chat]))) throw new Declined();
      await deleteChat(chatId);
      return chat;
    },
    onMutate: async ({ chatId }) => {
      await client.cancelQueries({ queryKey: chatQueries.lists(userId) });
      return { undo: removeChat(client, userId, chatId) };
    },
    onError: (error, { onDeclined }, context) => {
      context?.undo();
      if (error instanceof Declined) onDeclined();
      else showToast(chatToasts.deleteFailed);
    },
    onSuccess: (chat, { chatId, isOpen }) => {
      runner.discard(chatId);
      client.removeQueries({ queryKey: chatQueries.messages(chatId).queryKey });
      if (chat !== null && typeof chat !== 'string') deleted.add({ chat, wasOpen: isOpen });
      showToast(chatToasts.deleted);
    },
    onSettled: () => client.invalidateQueries({ queryKey: chatQueries.lists(userId) }),
  });
}
