type ImageType = 'image/png' | 'image/jpeg' | 'image/webp';

const letters = (bytes: Uint8Array, start: number, end: number) =>
  String.fromCharCode(...bytes.subarray(start, end));

/**
 * Recognizes an image by its first bytes. Returns null for everything else. The server's content type is ignored,
 * because a page or an SVG with scripts could claim to be a PNG.
 */
export function imageTypeOf(bytes: Uint8Array): ImageType | null {
  if (letters(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (letters(bytes, 0, 3) === '\xff\xd8\xff') return 'image/jpeg';
  if (letters(bytes, 0, 4) === 'RIFF' && letters(bytes, 8, 12) === 'WEBP') return 'image/webp';
  return null;
}
