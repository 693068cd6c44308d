const pieceLength = 8_192;

/** Converts each byte to one character. TextDecoder's latin1 is windows-1252, which changes 27 of them. */
export function toByteText(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += pieceLength)
    text += String.fromCharCode(...bytes.subarray(at, at + pieceLength));
  return text;
}
