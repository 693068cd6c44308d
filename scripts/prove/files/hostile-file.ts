/**
 * A file that tries to harm the reader. The reader must return its text, or refuse it with one of these codes, within
 * the time limit.
 */
export interface HostileFile {
  readonly name: string;
  readonly content: Uint8Array | string;
  /** `read`, or codes of refusals. More than one if the result depends on the machine. */
  readonly allowed: readonly string[];
}

/** The proof fails if a file makes the reader request this URL. */
export const canaryUrl = 'http://127.0.0.1:9/canary';

export const hostileFile = (
  name: string,
  content: Uint8Array | string,
  ...allowed: string[]
): HostileFile => ({
  name,
  content,
  allowed,
});
export const nest = (open: string, close: string, count: number) => open.repeat(count) + close.repeat(count);
