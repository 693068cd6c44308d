import { identityOf, type Context } from './context.ts';

/**
 * `damaged`: not an envelope of a known version. `wrong`: the text, its key or its record is not the one that was
 * encrypted; the encryption can't tell which.
 */
export type VerificationFailure = 'damaged' | 'wrong';

/** A stored text is not what this account encrypted for this record. Show that in its place. */
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
