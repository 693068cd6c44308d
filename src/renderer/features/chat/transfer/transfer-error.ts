/** Thrown if an import fails; the message is for the user. */
export class TransferError extends Error {
  override readonly name = 'TransferError';
}
