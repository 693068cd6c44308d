import { useCallback } from 'react';
import { cleanText } from '../../../shared/domain/text.ts';
import { titleOf, untitled } from '../../../shared/domain/title.ts';
import { showToast } from '../../lib/toast.ts';
import type { Message } from './chat.ts';
import { newChatDraft } from './composer/drafts.ts';
import { chatLimits } from './constants.ts';
import { useChatEngine } from './EngineContext.ts';
import { chatTexts, chatToasts } from './texts.ts';
import type { ChatModel } from './turn/live-turn.ts';
import type { TurnOutcome } from './turn/sending.ts';

interface SendingOptions {
  readonly chatId: string;
  /** The chat's title, or null for a chat that does not exist yet. */
  readonly title: string | null;
  readonly model: ChatModel | null;
  readonly askForKey: (() => void) | null;
}

/** Sends, retries and stops in one chat, and tells the person what became of it. */
export function useSending({ chatId, title, model, askForKey }: SendingOptions) {
  const { runner, drafts, failures } = useChatEngine();
  const isNewChat = title === null;

  const tell = useCallback(
    (outcome: TurnOutcome) => {
      switch (outcome.kind) {
        case 'refused':
          drafts.restore(isNewChat ? newChatDraft : chatId, outcome.text);
          showToast(chatToasts.refused(outcome.message));
          return;
        case 'held':
          drafts.restore(isNewChat ? newChatDraft : chatId, outcome.text);
          showToast(chatToasts.earlierNotStored);
          return;
        case 'failed':
          showToast(outcome.isChatStored ? chatToasts.replyFailed(outcome.message) : chatToasts.notStored);
          if (failures.failed()) showToast(chatToasts.persistentIssue);
          return;
        case 'unsaved':
          showToast(chatToasts.replyNotStored);
          return;
        case 'answered':
          failures.succeeded();
          return;
        case 'stopped':
        case 'ignored':
      }
    },
    [chatId, drafts, failures, isNewChat],
  );

  const send = useCallback(
    async (typed: string) => {
      const text = cleanText(typed);
      if (!model || text === '') return;
      if (new Blob([text]).size > chatLimits.messageBytes) {
        tell({ kind: 'refused', message: chatTexts.tooLong, text: typed });
        return;
      }
      tell(await runner.send({ chatId, title: title ?? titleOf(text), isNewChat, text, model }));
    },
    [chatId, isNewChat, model, runner, tell, title],
  );
  const retry = useCallback(async () => {
    if (askForKey) return askForKey();
    if (model) tell(await runner.retry(chatId, model));
  }, [askForKey, chatId, model, runner, tell]);
  const answer = useCallback(
    async (message: Message) => {
      if (askForKey) return askForKey();
      if (model) tell(await runner.answer(message, title ?? untitled, model));
    },
    [askForKey, model, runner, tell, title],
  );
  const stop = useCallback(() => runner.stop(chatId), [chatId, runner]);
  return { send, retry, answer, stop };
}
