/** Number of bytes needed to recognize a file's type. */
export const signatureLength = 12;

const signatures: Readonly<Record<string, (start: string) => boolean>> = {
  'image/png': (start) => start.startsWith('\x89PNG\r\n\x1a\n'),
  'image/jpeg': (start) => start.startsWith('\xff\xd8\xff'),
  'image/gif': (start) => /^GIF8[79]a/.test(start),
  'image/webp': (start) => /^RIFF[^]{4}WEBP/.test(start),
  'application/vnd.clover.encrypted': (start) => start.startsWith('enc1.k.'),
};

/**
 * Checks that a file begins as its type requires. Types other than images and encrypted files are not checked, because
 * browsers never show them.
 */
export function matchesSignature(mediaType: string, start: Uint8Array): boolean {
  const matches = signatures[mediaType];
  return matches?.(Buffer.from(start).toString('latin1')) ?? true;
}
