/** Limits of an import. docs/data-model.md lists the service's limits. */
export const transferLimits = {
  /** Unpacked size, because a file is read as a whole. */
  fileBytes: 256 * 1_048_576,
  /** Files are read in pieces, to show the progress. */
  pieceBytes: 1_048_576,
  chats: 20_000,
  messagesPerChat: 10_000,
  /** The service's limit for one message, in UTF-8 bytes. */
  messageBytes: 1_048_576,
  titleCharacters: 500,
  chatsPerCall: 50,
} as const;
