/** Characters for one call: more of them would not fit the stack. */
const sliceLength = 0x80_00;

/** Bytes as base64. For files of megabytes: nothing is done for each byte by itself. */
export function encodeBase64(bytes: Uint8Array): string {
  const slices: string[] = [];
  for (let start = 0; start < bytes.length; start += sliceLength)
    // Spread into the call, the bytes would be taken out one by one: a second for an image of 4 MiB.
    slices.push(Reflect.apply(String.fromCharCode, null, bytes.subarray(start, start + sliceLength)));
  return btoa(slices.join(''));
}

/** The bytes of a base64 text. Throws where it is none. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let index = 0; index < letters.length; index += 1) bytes[index] = letters.charCodeAt(index);
  return bytes;
}
