/** Times in ms and limits of the chat, each with the row that gives it. */
export const chatLimits = {
  /** Sending stays locked this long after a reply has ended [CHAT-057]. */
  inputLock: 300,
  /** Bounds of the typing indicator's stay after a reply has arrived [CHAT-031]. */
  indicatorMin: 500,
  indicatorMax: 1_500,
  indicatorPerCharacter: 1.5,
  /** The bottom counts as in view within this many pixels [CHAT-058]. */
  bottomDistance: 100,
  /** The scroll button appears above this many messages [CHAT-035], its badge above the second [CHAT-037]. */
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
  /** A chat the service has not confirmed is given up after this time [CHAT-063]. */
  optimisticLife: 5 * 60_000,
  /** A chat without an id made by the client is the stored one of the same title created within this time [CHAT-062]. */
  sameTitleWithin: 10_000,
  /** Failures in a row that make an issue persistent [CHAT-087]. */
  persistentFailures: 3,
  /** [PROV-011] */
  maxTokens: 1_000,
  /** [CHAT-103] */
  wordsPerMinute: 150,
  /** [CHAT-019] */
  narrowBelow: 768,
  /** What the service stores of one message at most, in UTF-8. */
  messageBytes: 1_048_576,
  messagesPerPage: 50,
  /** This many of the latest chats are read in advance, each with its newest page of messages [DATA-030]. */
  preloadedChats: 20,
  /** Whoever scrolls on reads on, and drawn are only those in view. */
  messagesPerLaterPage: 240,
  chatsPerPage: 50,
  /** Whoever scrolls on reads on: a long list comes in few pages, and is read anew in few questions. */
  chatsPerLaterPage: 500,
  /** More pinned chats than these come with the pages they stand in. */
  pinnedChats: 200,
  /** After a change of the model, an unanswered message is asked again [MODEL-037]. */
  resendAfter: 800,
  /** A growing reply is kept on the device this often. */
  mirrorEvery: 1_000,
  /** Longer than the longest silence of a living reply (30 s). */
  mirrorAbandonedAfter: 40_000,
  /** Unsent text is written to the device when typing has paused. */
  draftPause: 300,
  /** A deleted chat can be put back for so long. */
  undoTime: 10_000,
  /** A chat of more messages is not kept in memory: its deletion is asked about first. */
  undoMessages: 2_000,
  /** What the service gives in one answer at most. */
  undoMessagesPerPage: 1_000,
  /** The search asks the service when typing has paused. */
  searchPause: 200,
} as const;
