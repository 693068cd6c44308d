/** Reasons for refusing a file. `texts.ts` has a message for each of them. */
export type RefusalCode =
  | 'empty'
  | 'tooLarge'
  | 'encrypted'
  | 'damaged'
  | 'otherContent'
  | 'unknown'
  | 'oldOffice'
  | 'unpacksTooLarge'
  | 'tooManyPixels'
  | 'notDecodable'
  | 'noText'
  | 'scan'
  | 'tooSlow'
  | 'unreadable';

/** Contains a code instead of a message, because the worker doesn't load the texts. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;
  constructor(code: RefusalCode, cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}

/** An error with a message for the user. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';
}
