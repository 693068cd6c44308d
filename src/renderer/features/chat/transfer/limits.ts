/** Limits of an import. docs/data-model.md lists the service's limits. */
export const transferLimits = {
  /** The maximum unpacked size. The whole file is kept in memory. */
  fileBytes: 256 * 1_048_576,
  /** Files are read in pieces of this size, so that progress can be shown. */
  pieceBytes: 1_048_576,
  chats: 20_000,
  messagesPerChat: 10_000,
  /** The service's limit for one message, in UTF-8 bytes. */
  messageBytes: 1_048_576,
  titleCharacters: 500,
  chatsPerCall: 50,
} as const;
