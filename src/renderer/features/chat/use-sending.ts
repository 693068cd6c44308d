import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { cleanText } from '../../../shared/domain/text.ts';
import { titleOf, untitled } from '../../../shared/domain/title.ts';
import { showToast } from '../../lib/toast.ts';
import type { Message } from './chat.ts';
import { useChatEngine, useChatScreen } from './chat-context.ts';
import { chatLimits } from './constants.ts';
import { newChatDraft } from './drafts.ts';
import { chatTexts, chatToasts } from './texts.ts';
import type { TurnOutcome } from './turn/sending.ts';
import type { TurnAction } from './turn/turn-action.ts';

/**
 * Sends, retries and stops in one chat, and shows the result.
 *
 * @param title null for a chat that does not exist yet
 */
export function useSending(chatId: string, title: string | null) {
  const { runner, drafts, failures, outbox } = useChatEngine();
  const { model, askForKey } = useChatScreen();
  const isNewChat = title === null;
  const [isRefused, setRefused] = useState(false);

  const onModel = useEffectEvent(() => {
    outbox.setModel(askForKey ? null : model);
    if (askForKey && outbox.cancelWithoutModel()) askForKey();
  });
  const needsKey = askForKey !== null;
  useEffect(() => onModel(), [model, needsKey]);

  const report = useCallback(
    (outcome: TurnOutcome, action: TurnAction | null) => {
      const draftKey = action?.draftKey ?? (isNewChat ? newChatDraft : chatId);
      switch (outcome.kind) {
        case 'refused':
          setRefused(true);
          drafts.restore(outcome.isChatGone ? newChatDraft : draftKey, outcome.text);
          showToast(action ? action.failed(outcome.message) : chatToasts.refused(outcome.message));
          return;
        case 'held':
          if (outcome.text !== '') drafts.restore(draftKey, outcome.text);
          showToast(chatToasts.earlierNotStored);
          return;
        case 'failed':
          if (!outcome.isChatStored) showToast(chatToasts.notStored);
          else showToast((action?.failed ?? chatToasts.replyFailed)(outcome.message));
          if (failures.failed()) showToast(chatToasts.persistentIssue);
          return;
        case 'unsaved':
          showToast(chatToasts.replyNotStored);
          return;
        case 'answered':
          failures.succeeded();
          if (action) showToast(action.succeeded);
          return;
        case 'queued':
        case 'stopped':
        case 'ignored':
      }
    },
    [chatId, drafts, failures, isNewChat],
  );

  /** The message to send; null if it is blank or longer than the service accepts. */
  const prepare = useCallback(
    (typed: string, action: TurnAction | null) => {
      const text = cleanText(typed);
      if (text === '') return null;
      if (new Blob([text]).size > chatLimits.messageBytes) {
        report({ kind: 'refused', message: chatTexts.tooLong, text: typed }, action);
        return null;
      }
      return { chatId, title: title ?? titleOf(text), isNewChat, text };
    },
    [chatId, isNewChat, report, title],
  );
  const send = useCallback(
    async (typed: string) => {
      const message = prepare(typed, null);
      if (message) report(await runner.send({ ...message, model }), null);
    },
    [model, prepare, runner, report],
  );
  /** Sends a message to a quick action instead of a model. */
  const act = useCallback(
    async (action: TurnAction, typed: string) => {
      const message = prepare(typed, action);
      if (!message) return;
      const outcome = await runner.act({ ...message, action });
      // The chat was still busy with another reply: the text goes back to the action's draft.
      if (outcome.kind === 'ignored') drafts.restore(action.draftKey, typed);
      report(outcome, action);
    },
    [drafts, prepare, runner, report],
  );
  const retry = useCallback(async () => {
    const action = runner.turns.get(chatId)?.action ?? null;
    // Actions use the service's own vendor, so they need no key of the user.
    if (!action && askForKey) return askForKey();
    report(await runner.retry(chatId, model), action);
  }, [askForKey, chatId, model, runner, report]);
  const answer = useCallback(
    async (message: Message) => {
      if (askForKey) return askForKey();
      if (model) report(await runner.answer(message, title ?? untitled, model), null);
    },
    [askForKey, model, runner, report, title],
  );
  /** Sends an edited message as another version after the message `after` (null: as the chat's first message). */
  const edit = useCallback(
    async (messageId: string, typed: string, after: string | null) => {
      const action = runner.actionOf(messageId);
      const message = prepare(typed, action);
      if (!message) return;
      if (action) return report(await runner.act({ ...message, after, action }), action);
      if (!askForKey) return report(await runner.send({ ...message, after, model }), null);
      drafts.restore(chatId, typed);
      askForKey();
    },
    [askForKey, chatId, drafts, model, prepare, runner, report],
  );
  /** Requests another reply to a message; `seed` is the text of a cut reply to continue. */
  const again = useCallback(
    async (question: Message, seed = '') => {
      const action = runner.actionOf(question.id);
      if (!action && askForKey) return askForKey();
      report(await runner.again({ question, title: title ?? untitled, model, seed }), action);
    },
    [askForKey, model, runner, report, title],
  );
  const stop = useCallback(() => runner.stop(chatId), [chatId, runner]);
  return { send, act, retry, answer, edit, again, stop, isRefused };
}
