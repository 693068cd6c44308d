/** The maximum size of a reply's text in bytes. A message can store the same amount. */
export const maxReplyBytes = 1_048_576;

/** The maximum size of a reply's reasoning in bytes. */
export const maxReasoningBytes = 262_144;

const encoder = new TextEncoder();

/** Cuts a text to at most `limit` bytes without splitting a character, and counts its bytes. */
export function fitBytes(text: string, limit: number): { readonly text: string; readonly bytes: number } {
  // Usually no copy is needed: a UTF-16 unit has at most three bytes.
  if (text.length * 3 <= limit) return { text, bytes: encoder.encode(text).length };
  const { read, written } = encoder.encodeInto(text, new Uint8Array(limit));
  return { text: text.slice(0, read), bytes: written };
}

const cutMark = '…';

/** Cuts the reasoning of one reply, which arrives in pieces, at its maximum length. The answer continues. */
export function createReasoningLimit(): (piece: string) => string {
  let room = maxReasoningBytes - encoder.encode(cutMark).length;
  let isCut = false;
  return (piece) => {
    if (isCut) return '';
    const fitting = fitBytes(piece, room);
    room -= fitting.bytes;
    isCut = fitting.text !== piece;
    return isCut ? fitting.text + cutMark : piece;
  };
}
