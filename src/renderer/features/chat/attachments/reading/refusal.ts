/** Why a file can't be read; `texts.ts` has a sentence for each. */
export type RefusalCode =
  | 'empty'
  | 'tooLarge'
  | 'encrypted'
  | 'damaged'
  | 'unknown'
  | 'oldOffice'
  | 'unpacksTooLarge'
  | 'tooManyPixels'
  | 'notDecodable'
  | 'noText'
  | 'scan'
  | 'tooSlow'
  | 'unreadable';

/** Thrown by the readers. A code, because the texts are in the page and in its language. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;
  constructor(code: RefusalCode, cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}

/** Why a file was refused; the message is a sentence for the user. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';
}
