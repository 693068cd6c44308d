/** Bounds of an import. What the service takes besides is written in docs/data-model.md. */
export const transferLimits = {
  /** Bytes of a chosen file, unpacked; it is read as a whole. */
  fileBytes: 256 * 1_048_576,
  /** A file is read in pieces of this many bytes, so that the person sees how far it has come. */
  pieceBytes: 1_048_576,
  chats: 20_000,
  messagesPerChat: 10_000,
  /** What the service stores of one message at most, in UTF-8. */
  messageBytes: 1_048_576,
  titleCharacters: 500,
  chatsPerCall: 50,
} as const;
