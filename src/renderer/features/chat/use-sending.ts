import { useCallback, useState } from 'react';
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
import type { TurnAction } from './turn/turn-action.ts';

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
  const [isRefused, setRefused] = useState(false);

  const tell = useCallback(
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

  /** The message to send, or null where it is blank or longer than the service stores. */
  const prepare = useCallback(
    (typed: string, action: TurnAction | null) => {
      const text = cleanText(typed);
      if (text === '') return null;
      if (new Blob([text]).size > chatLimits.messageBytes) {
        tell({ kind: 'refused', message: chatTexts.tooLong, text: typed }, action);
        return null;
      }
      return { chatId, title: title ?? titleOf(text), isNewChat, text };
    },
    [chatId, isNewChat, tell, title],
  );
  const send = useCallback(
    async (typed: string) => {
      const message = model && prepare(typed, null);
      if (message) tell(await runner.send({ ...message, model }), null);
    },
    [model, prepare, runner, tell],
  );
  /** Sends a message to a quick action instead of a model. */
  const act = useCallback(
    async (action: TurnAction, typed: string) => {
      const message = prepare(typed, action);
      if (!message) return;
      const outcome = await runner.act({ ...message, action });
      // A reply is still on its way here: what was written for the action waits in its draft.
      if (outcome.kind === 'ignored') drafts.restore(action.draftKey, typed);
      tell(outcome, action);
    },
    [drafts, prepare, runner, tell],
  );
  const retry = useCallback(async () => {
    const action = runner.turns.get(chatId)?.action ?? null;
    // An action is answered by the service's own vendor, whatever key is missing here.
    if (!action && askForKey) return askForKey();
    tell(await runner.retry(chatId, model), action);
  }, [askForKey, chatId, model, runner, tell]);
  const answer = useCallback(
    async (message: Message) => {
      if (askForKey) return askForKey();
      if (model) tell(await runner.answer(message, title ?? untitled, model), null);
    },
    [askForKey, model, runner, tell, title],
  );
  /** Sends a changed message as another version, behind `after` (null: at the chat's beginning). */
  const edit = useCallback(
    async (messageId: string, typed: string, after: string | null) => {
      // In the visit that sent it to an action, the changed text is that action's too.
      const action = runner.actionOf(messageId);
      const message = prepare(typed, action);
      if (!message) return;
      if (action) return tell(await runner.act({ ...message, after, action }), action);
      if (model && !askForKey) return tell(await runner.send({ ...message, after, model }), null);
      drafts.restore(chatId, typed);
      askForKey?.();
    },
    [askForKey, chatId, drafts, model, prepare, runner, tell],
  );
  /** Answers a message again; `seed` is the text of a cut reply, to be continued. */
  const again = useCallback(
    async (question: Message, seed = '') => {
      const action = runner.actionOf(question.id);
      if (!action && askForKey) return askForKey();
      tell(await runner.again({ question, title: title ?? untitled, model, seed }), action);
    },
    [askForKey, model, runner, tell, title],
  );
  const stop = useCallback(() => runner.stop(chatId), [chatId, runner]);
  /** True once a message was not taken, for as long as the screen stands. */
  return { send, act, retry, answer, edit, again, stop, isRefused };
}
