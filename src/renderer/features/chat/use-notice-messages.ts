import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { cleanText } from '../../../shared/domain/text.ts';
import { untitled } from '../../../shared/domain/title.ts';
import type { NoticeMessage } from '../../../shared/ipc/contract.ts';
import { isSameModel } from '../../lib/model-choice.ts';
import { showToast, type Toast } from '../../lib/toast.ts';
import { platform } from '../../platform/index.ts';
import { useChatEngine, useChatScreen } from './chat-context.ts';
import { findCachedChat } from './data/cache.ts';
import { chatQueries } from './data/queries.ts';
import { chatTexts, chatToasts } from './texts.ts';
import { choiceOf } from './turn/live-turn.ts';
import { isTooLong } from './use-sending.ts';

/**
 * Sends the messages that the user typed into the desktop app's notifications, each to its chat and the chat's model.
 * It takes them when the models have loaded. The visible chat stays open. A message that is refused, for example because
 * its chat was deleted, returns to a draft.
 */
export function useNoticeMessages(): void {
  const client = useQueryClient();
  const { userId, drafts, queue } = useChatEngine();
  const { model, models, askForKey } = useChatScreen();
  const hasModels = models !== undefined;
  const keep = (chatId: string, text: string, toast: Toast): void => {
    drafts.restore(chatId, text);
    showToast(toast);
  };
  const send = useEffectEvent(async ({ chatId, text: typed }: NoticeMessage) => {
    const text = cleanText(typed);
    if (text === '') return;
    if (isTooLong(text)) return keep(chatId, typed, chatToasts.refused({ message: chatTexts.tooLong }));
    const load = async () =>
      findCachedChat(client, userId, chatId) ?? (await client.fetchQuery(chatQueries.one(chatId)));
    const chat = await load().catch(() => undefined);
    if (chat === undefined) return keep(chatId, typed, chatToasts.messagesNotLoaded);
    const choice = chat?.model;
    const ofChat = choice && models?.find((listed) => isSameModel(choiceOf(listed), choice));
    if (choice && !ofChat) return keep(chatId, typed, chatToasts.modelGone);
    // Without a model, the message waits for the one that the user selects.
    const selected = askForKey ? null : model;
    queue.send({
      chatId,
      title: chat?.title ?? untitled,
      isNewChat: false,
      text,
      model: ofChat ?? selected,
    });
  });
  useEffect(() => {
    const { shell } = platform;
    if (!shell || !hasModels) return;
    const takeAll = async (): Promise<void> => {
      const message = await shell.takeMessage(userId);
      if (!message) return;
      await send(message);
      await takeAll();
    };
    // If this fails, the main process keeps the messages for the next attempt.
    let last = Promise.resolve();
    const follow = (): void => void (last = last.then(takeAll).catch(() => undefined));
    follow();
    return shell.onCommand(({ kind }) => {
      if (kind === 'message') follow();
    });
  }, [userId, hasModels]);
}
