import { showToast, type Toast } from '../../../lib/toast.ts';
import { restoreMessage } from '../draft-models.ts';
import { type Drafts, newChatDraft } from '../drafts.ts';
import type { Refusal, SendOperation } from '../outbox/operation.ts';
import { chatToasts, failedReplyToast } from '../texts.ts';
import type { FailureCount } from './failure-count.ts';
import { hasUnstored, isRegenerating, type LiveTurn } from './live-turn.ts';
import type { TurnOutcome } from './sending.ts';

interface Report {
  readonly drafts: Drafts;
  readonly failures: FailureCount;
  readonly isShown: boolean;
}

/** Shows a toast about the end of a turn unless the visible conversation shows it. */
export function reportOutcome(
  { drafts, failures, isShown }: Report,
  turn: LiveTurn,
  outcome: TurnOutcome,
): void {
  const { action } = turn;
  switch (outcome.kind) {
    case 'answered':
      failures.succeeded();
      if (action) showToast(action.succeeded);
      return;
    case 'refused':
      // Only quick actions are refused here; reportRefusal handles messages in the outbox.
      drafts.restore(outcome.isChatGone ? newChatDraft : draftKeyOf(turn), turn.typed);
      showToast(action ? action.failed(outcome.refused) : chatToasts.refused({ message: outcome.refused }));
      return;
    case 'unstored':
    case 'failed':
      // If the quota is used up, the input shows this and what the user can do.
      if (outcome.kind === 'failed' && outcome.code === 'quota' && isShown && isRegenerating(turn)) {
        drafts.refuse(draftKeyOf(turn), '', outcome.message);
        return;
      }
      // If a reply is regenerated, the earlier reply stays visible without a note.
      if (!isShown || isRegenerating(turn))
        showToast(outcome.kind === 'failed' ? failedToast(turn, outcome.message) : unstoredToast(turn));
      if (failures.failed()) showToast(chatToasts.persistentIssue);
      return;
    case 'stopped':
  }
}

/**
 * Restores a refused message to its draft, with the reason. Also shows a toast if the draft's input is not
 * visible.
 */
export function reportRefusal(
  { drafts, isShown }: Pick<Report, 'drafts' | 'isShown'>,
  operation: SendOperation,
  { refused, isChatGone }: Refusal,
): void {
  const { chatId, isNewChat } = operation;
  restoreMessage(drafts, isNewChat || isChatGone ? newChatDraft : chatId, operation, refused);
  if (!isShown || isChatGone) showToast(chatToasts.refused({ message: refused }));
}

/** Returns the key of the draft to which a failed turn's text is restored. */
export function draftKeyOf({ action, isChatStored, chatId }: LiveTurn): string {
  return action?.draftKey ?? (isChatStored ? chatId : newChatDraft);
}

const failedToast = ({ action }: LiveTurn, message: string): Toast =>
  (action?.failed ?? failedReplyToast)(message);

const unstoredToast = (turn: LiveTurn): Toast =>
  turn.isChatStored ? failedToast(turn, '') : chatToasts.notStored;

/** Returns the note below the message of a failed turn. Null if the user stopped it. */
export function noticeOf(turn: LiveTurn): Toast | null {
  if (hasUnstored(turn)) return unstoredToast(turn);
  return turn.phase === 'failed' && turn.failure ? failedToast(turn, turn.failure.message) : null;
}
