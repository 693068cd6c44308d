/**
 * `canceled`: the user canceled, took too long, or has no fitting passkey. Browsers don't say which.
 * `taken`: the device already has a passkey for this account.
 * `address`: passkeys don't work at this web address.
 * `unsupported`: the device can't create or use such a passkey.
 */
export type PasskeyFailure = 'canceled' | 'taken' | 'address' | 'unsupported';

export class PasskeyError extends Error {
  override readonly name = 'PasskeyError';
  readonly reason: PasskeyFailure;
  constructor(reason: PasskeyFailure, options?: ErrorOptions) {
    super(`The passkey can't be used: ${reason}`, options);
    this.reason = reason;
  }
}

/** The names of the errors that browsers throw (WebAuthn §5.1.3, §5.1.4). The auth library keeps them. */
const reasons: Readonly<Record<string, PasskeyFailure>> = {
  NotAllowedError: 'canceled',
  AbortError: 'canceled',
  InvalidStateError: 'taken',
  SecurityError: 'address',
  NotSupportedError: 'unsupported',
  ConstraintError: 'unsupported',
};

/** Returns null if the error isn't a browser's error about passkeys. */
export function passkeyFailureOf(error: unknown): PasskeyFailure | null {
  if (error instanceof PasskeyError) return error.reason;
  return (error instanceof Error && reasons[error.name]) || null;
}

/** For `catch` of the browser's calls. Rethrows unknown errors. */
export const rejectPasskey = (cause: unknown): never => {
  const reason = passkeyFailureOf(cause);
  throw reason ? new PasskeyError(reason, { cause }) : cause;
};
