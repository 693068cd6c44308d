/** A file that tries to harm the reader. It must be read or refused with this code, in time. */
export interface HostileFile {
  readonly name: string;
  readonly content: Uint8Array | string;
  /** `read`, or codes of refusals; several if it depends on the machine. */
  readonly allowed: readonly string[];
}

/** The proof fails if reading a file causes a request to this URL. */
export const canary = 'http://127.0.0.1:9/canary';

export const file = (name: string, content: Uint8Array | string, ...allowed: string[]): HostileFile => ({
  name,
  content,
  allowed,
});
export const deep = (open: string, close: string, count: number) => open.repeat(count) + close.repeat(count);
