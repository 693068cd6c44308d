/** The message is for the user. */
export class TransferError extends Error {
  override readonly name = 'TransferError';
}
