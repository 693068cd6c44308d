import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { comparePath } from '../../../lib/paths.ts';
import { showToast } from '../../../lib/toast.ts';
import { readDraftFiles, takeDraftFiles } from '../attachments/draft-files.ts';
import { useChatEngine } from '../chat-context.ts';
import { oneTimeModelOf, readDraftModel, writeDraftModel } from '../draft-models.ts';
import { type ChatModel, choiceOf } from '../turn/live-turn.ts';
import type { useSending } from '../use-sending.ts';
import { askModels, maxComparedModels } from './columns.ts';
import { CompareDialog } from './CompareDialog.tsx';
import { compareTexts } from './texts.ts';

interface SendDialogProps {
  readonly chatId: string;
  readonly draftKey: string;
  readonly send: ReturnType<typeof useSending>['send'];
  readonly onClose: () => void;
}

/** Sends the message to the first model as usual, and to the others once the message is stored. */
export function SendDialog({ chatId, draftKey, send, onClose }: SendDialogProps) {
  const { runner, drafts } = useChatEngine();
  const navigate = useNavigate();
  const address = useSearchParams()[0].get('id');
  const turn = useSyncExternalStore(runner.turns.subscribe, () => runner.turns.get(chatId));
  const [sent, setSent] = useState<{ readonly id: string; readonly others: readonly ChatModel[] } | null>(
    null,
  );
  const onAsk = ([first, ...others]: readonly ChatModel[]) => {
    if (!first) return;
    const before = runner.turns.get(chatId)?.messageId;
    const once = oneTimeModelOf(draftKey);
    const earlier = readDraftModel(drafts, once);
    writeDraftModel(drafts, once, choiceOf(first));
    send(drafts.take(draftKey), takeDraftFiles(drafts, draftKey));
    const id = runner.turns.get(chatId)?.messageId;
    if (id !== undefined && id !== before) return setSent({ id, others });
    // The message was refused, and the input shows the reason.
    writeDraftModel(drafts, once, earlier);
    onClose();
  };
  const state =
    !sent || turn?.messageId !== sent.id
      ? 'gone'
      : turn.isMessageStored
        ? 'stored'
        : turn.phase === 'storing'
          ? 'storing'
          : 'waits';
  const proceed = useEffectEvent(() => {
    if (!sent || state === 'storing') return;
    // A refused message has been returned to the draft, with the reason.
    const isRefused = drafts.get(draftKey) !== '' || readDraftFiles(drafts, draftKey).length > 0;
    if (state === 'waits' || (state === 'gone' && !isRefused)) showToast(compareTexts.waits);
    if (state === 'stored' && turn) {
      // Waits until a new chat's id is in the URL.
      if (address !== chatId) return;
      const { text: content, files, oneTimeParameters } = turn;
      const question = {
        id: sent.id,
        chatId,
        content,
        ...(files && { attachments: files }),
        ...(oneTimeParameters && { parameters: oneTimeParameters }),
      };
      askModels(runner, question, turn.title, sent.others);
      void navigate(comparePath(chatId, sent.id));
    }
    onClose();
  });
  useEffect(() => proceed(), [address, sent, state]);
  return (
    <CompareDialog
      chatId={chatId}
      draftKey={draftKey}
      max={maxComparedModels}
      isSending={sent !== null}
      onAsk={onAsk}
      onClose={onClose}
    />
  );
}
