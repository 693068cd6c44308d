import { z } from 'zod';

/** The secrets of a vendor. They are encrypted together, so they are also replaced, rotated and deleted together. */
export interface Credentials {
  readonly key: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

const schema = z.object({ key: z.string().nullable(), headers: z.record(z.string(), z.string()) });

/**
 * Writes a key without headers as it is, otherwise JSON after a line break, which no key contains. Returns null if
 * there is nothing to encrypt.
 */
export function writeCredentials({ key, headers }: Credentials): string | null {
  return Object.keys(headers).length === 0 ? key : `\n${JSON.stringify({ key, headers })}`;
}

export const readCredentials = (text: string): Credentials =>
  text.startsWith('\n') ? schema.parse(JSON.parse(text)) : { key: text, headers: {} };
