import type { Delta } from '../../../../shared/completion/completion.ts';
import type { Toast } from '../../../lib/toast.ts';

/**
 * Another way to answer a message than a completion, such as a quick action. The runner stores, stops, retries and
 * counts its turn like every other; only the question differs. Given from outside, so that the chat knows no action.
 */
export interface TurnAction {
  /**
   * Asks for the whole reply. The message's id goes along, so that it is counted once. Rejects with CompletionError,
   * whose text the person sees; an empty one stands for the action's own default.
   */
  readonly ask: (text: string, call: TurnActionCall) => Promise<Delta>;
  /** The draft that gets the text back when it could not be sent. */
  readonly draftKey: string;
  readonly succeeded: Toast;
  readonly failed: (message: string) => Toast;
}

export interface TurnActionCall {
  readonly messageId: string;
  readonly signal: AbortSignal;
}
