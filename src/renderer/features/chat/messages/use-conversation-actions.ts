import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { splitSystemPrompt } from '../../../../shared/domain/system-prompt.ts';
import { chatPath, comparePath } from '../../../lib/paths.ts';
import { askToConfirm } from '../../../lib/confirmation.ts';
import { showToast } from '../../../lib/toast.ts';
import type { Message } from '../chat.ts';
import { allListedChats, findListedChat } from '../data/cache.ts';
import { forkChat } from '../data/messages.ts';
import { chatQueries } from '../data/queries.ts';
import { StoreError } from '../data/store-error.ts';
import type { useConversation } from '../data/use-conversation.ts';
import { useChatEngine } from '../chat-context.ts';
import { chatToasts, deleteMessageQuestion, messageToasts } from '../texts.ts';
import type { useSending } from '../use-sending.ts';
import type { MessageActions } from './actions.ts';
import { forkTitle } from './fork-title.ts';

interface ConversationActionsOptions {
  readonly chatId: string;
  readonly stored: Pick<ReturnType<typeof useConversation>, 'rows' | 'loadOlder'>;
  readonly sending: Pick<ReturnType<typeof useSending>, 'edit' | 'again'>;
  readonly isBusy: boolean;
  readonly inputRef: RefObject<HTMLTextAreaElement | null>;
}

/** Returns the actions for messages of a stored or temporary chat. */
export function useConversationActions({
  chatId,
  stored,
  sending,
  isBusy,
  inputRef,
}: ConversationActionsOptions): MessageActions {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { runner, changes, versions, userId } = useChatEngine();
  const { rows, loadOlder } = stored;
  const { edit, again } = sending;
  return useMemo(() => {
    const find = (id: string | null | undefined) => rows.find((row) => row.id === id);
    /** Returns the message that a reply answers. It may be on a page that is not loaded yet. */
    const questionOf = async (replyId: string): Promise<Message | undefined> => {
      const parentId = find(replyId)?.parentId;
      const question =
        find(parentId) ?? (await loadOlder()).data?.pages.flat().find(({ id }) => id === parentId);
      return question?.role === 'user' ? question : undefined;
    };
    /**
     * Clears the chat's turn. Shows a toast and returns false if the turn has not ended or its message is not
     * stored.
     */
    const clear = () => {
      const isClear = runner.clear(chatId);
      if (!isClear) showToast(chatToasts.earlierNotStored);
      return isClear;
    };
    return {
      isBusy,
      edit: async (messageId, text) => {
        const message = find(messageId);
        const before = find(message?.parentId);
        // An edited system prompt replaces the one before the message.
        const isReplaced = before?.role === 'system' && splitSystemPrompt(text).systemPrompt !== null;
        // Editing is not possible until the reply has ended, so the focus moves to the input.
        inputRef.current?.focus();
        edit(messageId, text, (isReplaced ? before : message)?.parentId ?? null, message);
      },
      regenerate: async (replyId, other) => {
        const question = await questionOf(replyId);
        if (question) again(question, other && { other });
      },
      personaOf: (replyId) => find(find(replyId)?.parentId)?.parameters?.persona?.name ?? null,
      compare:
        changes &&
        (async (replyId) => {
          const question = await questionOf(replyId);
          if (question) await navigate(comparePath(chatId, question.id));
        }),
      resume: async (replyId) => {
        const question = await questionOf(replyId);
        if (question) again(question, { continues: find(replyId) ?? null });
      },
      showVersion: async (messageId) => {
        if (clear()) await versions.showVersion(chatId, messageId);
      },
      fork:
        changes &&
        (async (messageId, since) => {
          const newChatId = crypto.randomUUID();
          try {
            await forkChat(messageId, newChatId, since);
          } catch (error) {
            const isRefused = error instanceof StoreError && error.code === 'refused';
            showToast(
              isRefused ? messageToasts.forkRefused({ message: error.message }) : messageToasts.notForked,
            );
            return;
          }
          void client.invalidateQueries({ queryKey: chatQueries.lists(userId) });
          const title = findListedChat(client, userId, chatId)?.title;
          if (title !== undefined) {
            const otherTitles = allListedChats(client, userId).map((chat) => chat.title);
            void changes.rename(newChatId, forkTitle(title, otherTitles), {
              failed: chatToasts.renameFailed,
            });
          }
          await navigate(chatPath(newChatId));
        }),
      remove: async (messageId) =>
        (await askToConfirm({ ...deleteMessageQuestion, isDangerous: true })) &&
        clear() &&
        versions.deleteVersion(chatId, messageId),
    };
  }, [
    again,
    changes,
    chatId,
    client,
    edit,
    inputRef,
    isBusy,
    loadOlder,
    navigate,
    rows,
    runner,
    userId,
    versions,
  ]);
}
