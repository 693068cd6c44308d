export interface ImportPart {
  readonly id: string;
  readonly messages: readonly object[];
  /** Set for parts of a chat: the index of the first message, and the number of messages in the chat. */
  readonly offset?: number;
  readonly total?: number;
}

/**
 * The maximum size of one call of import_chats (docs/data-model.md), with some space left for JSON overhead.
 */
export const importCallLimits = { messages: 100, bytes: 450_000 } as const;

const encoder = new TextEncoder();

export const bytesOf = (value: unknown): number => encoder.encode(JSON.stringify(value)).byteLength;

/**
 * Splits a chat into parts that each fit into one call. A message that is too large becomes a part by itself.
 */
export function partsOf<Chat extends ImportPart>(chat: Chat): readonly Chat[] {
  const sizes = chat.messages.map(bytesOf);
  const starts: number[] = [];
  let bytes = 0;
  for (const [index, size] of sizes.entries()) {
    const isFull =
      index - (starts.at(-1) ?? 0) >= importCallLimits.messages || bytes + size > importCallLimits.bytes;
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

/**
 * Returns the part without the messages that the service already has. Null if it has all of them.
 *
 * @param done the number of the chat's messages that the service has
 */
export function remainingPart<Chat extends ImportPart>(part: Chat, done: number): Chat | null {
  const offset = part.offset ?? 0;
  if (done <= offset) return part;
  const messages = part.messages.slice(done - offset);
  return messages.length === 0 ? null : { ...part, messages, offset: done };
}
