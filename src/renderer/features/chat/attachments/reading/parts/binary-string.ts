const pieceLength = 8_192;

/**
 * Converts each byte to the character with the same code. TextDecoder's latin1 is windows-1252, which maps 27
 * bytes to other characters.
 */
export function toBinaryString(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += pieceLength)
    text += String.fromCharCode(...bytes.subarray(at, at + pieceLength));
  return text;
}
