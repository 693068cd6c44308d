/** Why a file cannot be imported; the message is for the person. */
export class TransferError extends Error {
  override readonly name = 'TransferError';
}
