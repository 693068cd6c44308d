export type ImageType = 'image/png' | 'image/jpeg' | 'image/webp';

const letters = (bytes: Uint8Array, start: number, end: number) =>
  String.fromCharCode(...bytes.subarray(start, end));

/**
 * The type of an image by its first bytes, or null for everything else. What a server says is not asked: a page or an
 * SVG, which can hold scripts, would call itself a PNG.
 */
export function imageTypeOf(bytes: Uint8Array): ImageType | null {
  if (letters(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (letters(bytes, 0, 3) === '\xff\xd8\xff') return 'image/jpeg';
  if (letters(bytes, 0, 4) === 'RIFF' && letters(bytes, 8, 12) === 'WEBP') return 'image/webp';
  return null;
}
