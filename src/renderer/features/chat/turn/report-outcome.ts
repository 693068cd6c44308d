import { showToast } from '../../../lib/toast.ts';
import { type Drafts, newChatDraft } from '../drafts.ts';
import type { Refusal, SendOperation } from '../outbox/operation.ts';
import { chatToasts, failedReplyToast } from '../texts.ts';
import type { FailureCount } from './failure-count.ts';
import type { LiveTurn } from './live-turn.ts';
import type { TurnOutcome } from './sending.ts';

/** Shows the user how a turn ended. */
export function reportOutcome(
  { drafts, failures }: { readonly drafts: Drafts; readonly failures: FailureCount },
  turn: LiveTurn,
  outcome: TurnOutcome,
): void {
  const { action, isChatStored } = turn;
  switch (outcome.kind) {
    case 'answered':
      failures.succeeded();
      if (action) showToast(action.succeeded);
      return;
    case 'refused':
      drafts.restore(outcome.isChatGone ? newChatDraft : draftKeyOf(turn), turn.typed);
      showToast(action ? action.failed(outcome.refused) : chatToasts.refused({ message: outcome.refused }));
      return;
    case 'unstored':
    case 'failed':
      if (outcome.kind === 'unstored' && !isChatStored) showToast(chatToasts.notStored);
      else {
        const message = outcome.kind === 'failed' ? outcome.message : '';
        showToast((action?.failed ?? failedReplyToast)(message));
      }
      if (failures.failed()) showToast(chatToasts.persistentIssue);
      return;
    case 'stopped':
  }
}

/** Returns the text of a refused message to its draft, with the reason. */
export function reportRefusal(
  drafts: Drafts,
  { chatId, isNewChat, typed }: SendOperation,
  { refused, isChatGone }: Refusal,
): void {
  drafts.restore(isNewChat || isChatGone ? newChatDraft : chatId, typed);
  showToast(chatToasts.refused({ message: refused }));
}

/** The draft that the text of a failed turn returns to. */
export function draftKeyOf({ action, isChatStored, chatId }: LiveTurn): string {
  return action?.draftKey ?? (isChatStored ? chatId : newChatDraft);
}
