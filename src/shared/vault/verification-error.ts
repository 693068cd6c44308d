import { identityOf, type Context } from './context.ts';

/**
 * `damaged`: not an envelope of a known version. `wrong`: the text, the key or the record is wrong; encryption can't
 * tell which.
 */
export type VerificationFailure = 'damaged' | 'wrong';

/** Thrown if this account did not encrypt the stored text for this record. The app shows a sentence instead. */
export class VerificationError extends Error {
  override readonly name = 'VerificationError';
  readonly context: Context;
  readonly reason: VerificationFailure;
  constructor(context: Context, reason: VerificationFailure) {
    super(`The ${context.kind} of ${identityOf(context).join(' / ')} failed verification: ${reason}`);
    this.context = context;
    this.reason = reason;
  }
}
