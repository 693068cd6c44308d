import type { Delta, ReplyTarget } from '../../../../shared/completion/completion.ts';
import type { Toast } from '../../../lib/toast.ts';

/**
 * A function, such as a quick action, that replies to a message instead of a completion. The runner stores, stops,
 * retries and counts its turn like any other. Passed in, so that the chat does not depend on the quick actions.
 */
export interface TurnAction {
  /**
   * Requests the whole reply. The message's id is sent too, so that it is counted once. Rejects with
   * CompletionError, whose text the user sees; if it is empty, the action's default.
   */
  readonly ask: (text: string, call: TurnActionCall) => Promise<Delta>;
  /** The draft that the text returns to if it could not be sent. */
  readonly draftKey: string;
  readonly succeeded: Toast;
  readonly failed: (message: string) => Toast;
}

export interface TurnActionCall {
  readonly messageId: string;
  /** The action stores its reply there. */
  readonly reply: ReplyTarget;
  readonly signal: AbortSignal;
}
