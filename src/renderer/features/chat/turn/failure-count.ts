import { chatLimits } from '../constants.ts';

/** Counts failures in a row; tells when they make a persistent issue. A success starts over [CHAT-087]. */
export class FailureCount {
  #inARow = 0;

  succeeded(): void {
    this.#inARow = 0;
  }

  /** True at the third failure in a row, and at each third after it. */
  failed(): boolean {
    this.#inARow += 1;
    return this.#inARow % chatLimits.persistentFailures === 0;
  }
}
