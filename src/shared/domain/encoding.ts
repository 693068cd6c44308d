/** Bytes per call. More arguments would overflow the stack. */
const sliceLength = 0x80_00;

/** Encodes bytes as base64, fast enough for files of several megabytes. */
export function encodeBase64(bytes: Uint8Array): string {
  const slices: string[] = [];
  for (let start = 0; start < bytes.length; start += sliceLength)
    // `apply` takes the array itself. Spread syntax would take a second for an image of 4 MiB.
    slices.push(Reflect.apply(String.fromCharCode, null, bytes.subarray(start, start + sliceLength)));
  return btoa(slices.join(''));
}

export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let index = 0; index < letters.length; index += 1) bytes[index] = letters.charCodeAt(index);
  return bytes;
}

export const encodeBase64Url = (bytes: Uint8Array): string =>
  encodeBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** Returns null if the text is not base64url. */
export function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  if (/[^\w-]/.test(text) || text.length % 4 === 1) return null;
  return decodeBase64(text.replaceAll('-', '+').replaceAll('_', '/'));
}

export const encodeHex = (bytes: ArrayBuffer | Uint8Array): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
