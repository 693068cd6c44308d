import type { Delta, ReplyTarget } from '../../../../shared/completion/completion.ts';
import type { Toast } from '../../../lib/toast.ts';

/**
 * A function, such as a quick action, that replies instead of a completion. The runner stores, stops, retries
 * and counts its turn like any other. Passed in, so that the chat does not depend on the quick actions.
 */
export interface TurnAction {
  /**
   * Requests the complete reply. Sends the message's id, so that the reply is counted once. Rejects with
   * CompletionError, whose text the user sees; if it is empty, the user sees the action's default text.
   */
  readonly ask: (text: string, call: TurnActionCall) => Promise<Delta>;
  /** Unsent text returns to this draft. */
  readonly draftKey: string;
  readonly succeeded: Toast;
  readonly failed: (message: string) => Toast;
}

export interface TurnActionCall {
  readonly messageId: string;
  /** The action stores its reply in this chat. */
  readonly reply: ReplyTarget;
  readonly signal: AbortSignal;
}
