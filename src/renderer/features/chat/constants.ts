/** Times are in ms. */
export const chatLimits = {
  /** Sending stays locked for this long after a reply ends [CHAT-057]. */
  inputLock: 300,
  /** The typing indicator stays for this long after a reply arrives [CHAT-031]. */
  indicatorMin: 500,
  indicatorMax: 1_500,
  indicatorPerCharacter: 1.5,
  /** If the end is within this many pixels, it counts as visible [CHAT-058]. */
  bottomDistance: 100,
  /** Number of messages for the scroll button [CHAT-035] and its badge [CHAT-037]. */
  scrollButtonAbove: 3,
  scrollBadgeAbove: 5,
  /** [CHAT-036] */
  scrollBadgeMax: 9,
  /** [CHAT-074] */
  counterAbove: 20,
  counterLongAbove: 1_000,
  counterVeryLongAbove: 2_000,
  /** [CHAT-075] */
  warningAbove: 1_500,
  /** [CHAT-040] */
  inputRows: 4,
  /** A chat that the service has not confirmed disappears after this time [CHAT-063]. */
  optimisticLife: 5 * 60_000,
  /**
   * A stored chat with the same title, created within this time, counts as the unconfirmed one [CHAT-062].
   */
  sameTitleWithin: 10_000,
  /** This many failures in a row count as a persistent issue [CHAT-087]. */
  persistentFailures: 3,
  /** [CHAT-103] */
  wordsPerMinute: 150,
  /** [CHAT-019] */
  narrowBelow: 768,
  /** The service's limit for one message, in UTF-8 bytes. */
  messageBytes: 1_048_576,
  messagesPerPage: 50,
  /** Number of preloaded chats, each with its latest page of messages [DATA-030]. */
  preloadedChats: 20,
  /** Larger than the first page, because only visible messages are rendered. */
  messagesPerLaterPage: 240,
  chatsPerPage: 50,
  /** Larger than the first page, so that a long list needs few requests. */
  chatsPerLaterPage: 500,
  pinnedChats: 200,
  /** If the model changes within this time, an unanswered message is sent again [MODEL-037]. */
  resendAfter: 800,
  /** Drafts are saved when typing pauses for this long. */
  draftPause: 300,
  /** A deleted chat can be restored for this long. */
  undoTime: 10_000,
  /** Chats with more messages are not kept in memory, so deleting them needs a confirmation. */
  undoMessages: 2_000,
  /** The service's limit for the rows of one response. */
  undoMessagesPerPage: 1_000,
  /** Search requests are sent when typing pauses for this long. */
  searchPause: 200,
} as const;
