import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { cleanText } from '../../../shared/domain/text.ts';
import { untitled } from '../../../shared/domain/title.ts';
import type { NoticeMessage } from '../../../shared/ipc/contract.ts';
import { isSameModel } from '../../lib/model-choice.ts';
import { platform } from '../../platform/index.ts';
import { useChatEngine, useChatScreen } from './chat-context.ts';
import { findCachedChat } from './data/cache.ts';
import { choiceOf } from './turn/live-turn.ts';

/**
 * Sends the messages that the user typed into the desktop app's notifications, each to its chat and the chat's model.
 * The visible chat stays open. A message that is refused, for example because its chat was deleted, returns to a draft.
 */
export function useNoticeMessages(): void {
  const client = useQueryClient();
  const { userId, queue } = useChatEngine();
  const { model, models, askForKey } = useChatScreen();
  const send = useEffectEvent(({ chatId, text: typed }: NoticeMessage) => {
    const text = cleanText(typed);
    if (text === '') return;
    const chat = findCachedChat(client, userId, chatId);
    const choice = chat?.model;
    const ofChat = choice && models?.find((listed) => isSameModel(choiceOf(listed), choice));
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
    if (!shell) return;
    const takeAll = async (): Promise<void> => {
      const message = await shell.takeMessage(userId);
      if (!message) return;
      send(message);
      await takeAll();
    };
    // If this fails, the main process keeps the messages for the next attempt.
    const follow = (): void => void takeAll().catch(() => undefined);
    follow();
    return shell.onCommand(({ kind }) => {
      if (kind === 'message') follow();
    });
  }, [userId]);
}
