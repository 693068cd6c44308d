import { useCallback, useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router-dom';
import { cleanText } from '../../../shared/domain/text.ts';
import { titleOf, untitled } from '../../../shared/domain/title.ts';
import { listOf } from '../../lib/locale.ts';
import { isSameModel } from '../../lib/model-choice.ts';
import { showToast } from '../../lib/toast.ts';
import { type Attachment, copyAttachments } from './attachments/attachment.ts';
import { addDraftFiles } from './attachments/draft-files.ts';
import type { Message } from './chat.ts';
import { useChatEngine, useChatScreen } from './chat-context.ts';
import { chatLimits } from './constants.ts';
import {
  newChatModel,
  oneTimeModelOf,
  oneTimeDraftOf,
  readDraftModel,
  writeDraftModel,
} from './draft-models.ts';
import { readDraftParameters, writeDraftParameters } from './draft-parameters.ts';
import { newChatDraft } from './drafts.ts';
import { appliedDefaults } from './projects/applied-defaults.ts';
import { chatTexts, chatToasts } from './texts.ts';
import { type ChatModel, choiceOf } from './turn/live-turn.ts';
import type { TurnAction } from './turn/turn-action.ts';

interface RegenerateOptions {
  /** The cut-off reply to continue. */
  readonly continues?: Message | null;
  /** The model that replies instead of the selected one. */
  readonly other?: ChatModel | null;
}

interface PrepareOptions {
  /** Text is not needed if there are files. */
  readonly files?: readonly Attachment[];
  readonly isAction?: boolean;
}

/** Whether the service would refuse the text because of its size. */
export const isTooLong = (text: string): boolean => new Blob([text]).size > chatLimits.messageBytes;

/**
 * Sends and retries messages, and stops replies, in one chat.
 *
 * @param title null for a chat that does not exist yet
 */
export function useSending(chatId: string, title: string | null) {
  const { runner, drafts, outbox, queue, changes } = useChatEngine();
  const { model, models, askForKey } = useChatScreen();
  const isNewChat = title === null;
  const projectId = useSearchParams()[0].get('project');

  const onModel = useEffectEvent(() => {
    runner.offered.set({ model: askForKey ? null : model, ...(models && { models }) });
    if (askForKey && queue.cancelWithoutModel()) askForKey();
    else if (model) void outbox.run();
  });
  const needsKey = askForKey !== null;
  useEffect(() => onModel(), [model, models, needsKey]);

  /** Prepares a message for sending. Null if it is blank or longer than the service accepts. */
  const prepare = useCallback(
    (typed: string, draftKey: string, { files = [], isAction = false }: PrepareOptions) => {
      const text = cleanText(typed);
      if (text === '' && files.length === 0) return null;
      if (!isTooLong(text)) {
        const parameters = isNewChat ? readDraftParameters(drafts, newChatDraft) : null;
        const chatTitle = title ?? titleOf(text || listOf(files.map(({ name }) => name)));
        return {
          chatId,
          title: chatTitle,
          isNewChat,
          text,
          ...(parameters && { parameters }),
          ...(isNewChat &&
            projectId && {
              projectId,
              ...(appliedDefaults.projectId !== projectId && {
                awaitsPersona: true,
                ...(!readDraftModel(drafts, newChatModel) && { awaitsModel: true }),
              }),
            }),
        };
      }
      drafts.refuse(draftKey, typed, chatTexts.tooLong);
      // Action dialogs have their own drafts.
      if (isAction) showToast(chatToasts.refused({ message: chatTexts.tooLong }));
      return null;
    },
    [chatId, drafts, isNewChat, projectId, title],
  );
  const send = useCallback(
    (typed: string, files: readonly Attachment[] = []) => {
      const draftKey = isNewChat ? newChatDraft : chatId;
      const message = prepare(typed, draftKey, { files });
      if (!message) return addDraftFiles(drafts, draftKey, files);
      const key = oneTimeModelOf(draftKey);
      const once = readDraftModel(drafts, key);
      const otherModel = once && models?.find((listed) => isSameModel(choiceOf(listed), once));
      if (once) writeDraftModel(drafts, key, null);
      const oneTime = oneTimeDraftOf(draftKey);
      const oneTimeParameters = readDraftParameters(drafts, oneTime) ?? undefined;
      if (oneTimeParameters) writeDraftParameters(drafts, oneTime, null);
      queue.send({
        ...message,
        files,
        oneTimeParameters,
        model: otherModel ?? model,
        ...(otherModel && model && { chatModel: choiceOf(model) }),
      });
      if (!isNewChat && model) void changes?.keepModel(chatId, choiceOf(model));
    },
    [changes, chatId, drafts, isNewChat, model, models, prepare, queue],
  );
  /** Sends a message that a quick action replies to, so no model is needed. */
  const act = useCallback(
    (action: TurnAction, typed: string) => {
      const message = prepare(typed, action.draftKey, { isAction: true });
      // The chat is busy with another reply, so the text returns to the action's draft.
      if (message && !runner.act({ ...message, action })) drafts.restore(action.draftKey, typed);
    },
    [drafts, prepare, runner],
  );
  const retry = useCallback(() => {
    // Actions use the service's vendor, so they don't need the user's key.
    if (!runner.turns.get(chatId)?.action && askForKey) return askForKey();
    if (!runner.retry(chatId, model)) void outbox.run();
  }, [askForKey, chatId, model, outbox, runner]);
  const answer = useCallback(
    (message: Message) => {
      if (askForKey) return askForKey();
      if (model) runner.answer(message, title ?? untitled, model);
    },
    [askForKey, model, runner, title],
  );
  /**
   * Sends an edited message as another version.
   *
   * @param after the id of the message before it. Null for the chat's first message
   * @param kept the files and the persona of the edited message
   */
  const edit = useCallback(
    (
      messageId: string,
      typed: string,
      after: string | null,
      { attachments: files = [], parameters }: Pick<Message, 'attachments' | 'parameters'> = {},
    ) => {
      const action = runner.actionOf(messageId);
      const message = prepare(typed, action?.draftKey ?? chatId, { files, isAction: action !== null });
      if (!message) return;
      if (action) return void runner.act({ ...message, after, action });
      if (!askForKey)
        return queue.send({
          ...message,
          files: copyAttachments(files),
          oneTimeParameters: parameters,
          after,
          model,
        });
      drafts.restore(chatId, typed);
      askForKey();
    },
    [askForKey, chatId, drafts, model, prepare, queue, runner],
  );
  const again = useCallback(
    (question: Message, { continues = null, other = model }: RegenerateOptions = {}) => {
      if (!runner.actionOf(question.id) && askForKey) return askForKey();
      runner.again({ question, title: title ?? untitled, model: other, continues });
    },
    [askForKey, model, runner, title],
  );
  const stop = useCallback(() => runner.stop(chatId), [chatId, runner]);
  return { send, act, retry, answer, edit, again, stop };
}
