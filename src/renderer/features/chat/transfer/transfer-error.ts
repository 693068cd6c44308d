/** An error with a message for the user. */
export class TransferError extends Error {
  override readonly name = 'TransferError';
}

/** Reasons for refusing a file. `texts.ts` has a message for each of them. */
export type RefusalCode =
  | 'tooLarge'
  | 'unpacksTooLarge'
  | 'damagedZip'
  | 'otherZip'
  | 'notJson'
  | 'noChats'
  | 'tooManyChats';

/** Contains a code instead of a message, because the worker doesn't load the texts. */
export class ImportFileError extends Error {
  override readonly name = 'ImportFileError';
  readonly code: RefusalCode;
  constructor(code: RefusalCode) {
    super(code);
    this.code = code;
  }
}
