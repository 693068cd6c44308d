import { useMutation, useQueryClient } from '@tanstack/react-query';
import { cleanText } from '../../../shared/domain/text.ts';
import { ask } from '../../lib/question.ts';
import { showToast, type Toast } from '../../lib/toast.ts';
import { useChatEngine } from './chat-context.ts';
import { chatToasts, deleteQuestions } from './texts.ts';
import { changeChat, removeChat } from './data/cache.ts';
import { deleteChat, pinChat, renameChat } from './data/chats.ts';
import { chatQueries } from './data/queries.ts';
import { readWholeChat } from './data/whole-chat.ts';

/** What the sidebar says of a rename [CHAT-092, CHAT-096]. */
const renameToasts = { succeeded: chatToasts.renamed, failed: chatToasts.renameFailed };

/** Renames a chat, shown at once and taken back when the service refuses. */
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

/** Pins a chat above the others or lets it go, shown at once and taken back when the service refuses. */
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

/** The person would rather keep the chat. */
class Declined extends Error {}

interface Deletion {
  readonly chatId: string;
  /** Whether it is the chat on screen. */
  readonly isOpen: boolean;
  /** Called when the chat stays because the person was asked and said no. */
  readonly onDeclined: () => void;
}

/**
 * Deletes a chat with its messages, shown at once and taken back when the service refuses [CHAT-091, CHAT-095]. The
 * window keeps it for a while; one that could not be put back is asked about first.
 */
export function useDeleteChatMutation(userId: string) {
  const client = useQueryClient();
  const { runner, deleted } = useChatEngine();
  return useMutation({
    mutationFn: async ({ chatId }: Deletion) => {
      const chat = await readWholeChat(chatId);
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
      if (chat !== null && typeof chat !== 'string') deleted.keep({ chat, wasOpen: isOpen });
      showToast(chatToasts.deleted);
    },
    onSettled: () => client.invalidateQueries({ queryKey: chatQueries.lists(userId) }),
  });
}
