import type { Delta, ReplyTarget } from '../../../../shared/completion/completion.ts';
import type { Toast } from '../../../lib/toast.ts';

/**
 * A function that writes the reply instead of a model, such as a quick action. Its turn is stored, stopped,
 * retried and counted like any other. It is passed in, because features must not import each other.
 */
export interface TurnAction {
  /**
   * Requests the complete reply. Sends the message's id, so that the reply is counted once. Rejects with
   * CompletionError. The user sees its text or, if that is empty, the action's default text.
   */
  readonly ask: (text: string, call: TurnActionCall) => Promise<Delta>;
  /** Unsent text is restored to this draft. */
  readonly draftKey: string;
  readonly succeeded: Toast;
  readonly failed: (message: string) => Toast;
}

export interface TurnActionCall {
  readonly messageId: string;
  /** Where the service stores the reply. */
  readonly reply: ReplyTarget;
  readonly signal: AbortSignal;
}
