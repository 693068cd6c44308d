import { chatLimits } from '../constants.ts';

/** Counts failed replies. A success resets the count [CHAT-087]. */
export class FailureCount {
  #inARow = 0;

  succeeded(): void {
    this.#inARow = 0;
  }

  /** Returns true for every third failure in a row. */
  failed(): boolean {
    this.#inARow += 1;
    return this.#inARow % chatLimits.persistentFailures === 0;
  }
}
