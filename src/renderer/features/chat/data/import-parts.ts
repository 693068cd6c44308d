/** A chat on its way into the service, whole or a part of a long one. */
export interface ImportPart {
  readonly id: string;
  readonly messages: readonly object[];
  /** Of a part: how many of the chat's messages stand before it, and how many the chat has. */
  readonly offset?: number;
  readonly total?: number;
}

/** Bounds of one call of import_chats (docs/data-model.md), with room for what JSON adds. */
export const importCall = { messages: 100, bytes: 450_000 } as const;

const encoder = new TextEncoder();

/** Bytes of a value on its way. */
export const bytesOf = (value: unknown): number => encoder.encode(JSON.stringify(value)).byteLength;

/** A chat in parts that one call each takes; a chat that fits stays as it is. A message too large for others goes alone. */
export function partsOf<Chat extends ImportPart>(chat: Chat): readonly Chat[] {
  const sizes = chat.messages.map(bytesOf);
  const starts: number[] = [];
  let bytes = 0;
  for (const [index, size] of sizes.entries()) {
    const isFull = index - (starts.at(-1) ?? 0) >= importCall.messages || bytes + size > importCall.bytes;
    if (index === 0 || isFull) {
      starts.push(index);
      bytes = 0;
    }
    bytes += size;
  }
  if (starts.length < 2) return [chat];
  return starts.map((offset, index) => ({
    ...chat,
    messages: chat.messages.slice(offset, starts[index + 1]),
    offset,
    total: chat.messages.length,
  }));
}

/** What is left of a part when the service has the chat's first `done` messages already; null for nothing. */
export function restOf<Chat extends ImportPart>(part: Chat, done: number): Chat | null {
  const offset = part.offset ?? 0;
  if (done <= offset) return part;
  const messages = part.messages.slice(done - offset);
  return messages.length === 0 ? null : { ...part, messages, offset: done };
}
