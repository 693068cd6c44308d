/** Limits and times of the chat. Times are in ms. */
export const chatLimits = {
  /** Sending stays locked for this long after a reply has ended [CHAT-057]. */
  inputLock: 300,
  /**
   * How long the typing indicator stays after a reply has arrived: in ms per character, with a minimum and a
   * maximum [CHAT-031].
   */
  indicatorMin: 500,
  indicatorMax: 1_500,
  indicatorPerCharacter: 1.5,
  /** The end of the conversation counts as visible within this many pixels [CHAT-058]. */
  bottomDistance: 100,
  /** The scroll button appears above this number of messages [CHAT-035]. */
  scrollButtonAbove: 3,
  /** The button's badge appears above this number of messages [CHAT-037]. */
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
   * A stored chat counts as the unconfirmed one if both have the same title and the stored one was created
   * less than this time ago [CHAT-062].
   */
  sameTitleWithin: 10_000,
  /** This many failures in a row are reported as a persistent issue [CHAT-087]. */
  persistentFailures: 3,
  /** [CHAT-103] */
  wordsPerMinute: 150,
  /** [CHAT-019] */
  narrowBelow: 768,
  /** The service's limit for one message, in UTF-8 bytes. */
  messageBytes: 1_048_576,
  messagesPerPage: 50,
  /** How many chats are preloaded, each with its latest page of messages [DATA-030]. */
  preloadedChats: 20,
  /** Later pages are larger, because only visible messages are rendered. */
  messagesPerLaterPage: 240,
  chatsPerPage: 50,
  /** Later pages are larger, so that a long list takes few requests. */
  chatsPerLaterPage: 500,
  pinnedChats: 200,
  /** An unanswered message is sent again this long after the user has changed the model [MODEL-037]. */
  resendAfter: 800,
  /** Drafts are saved when the user stops typing for this long. */
  draftPause: 300,
  /**
   * Chats with more messages can't be restored, because they are not kept in memory. Deleting them needs a
   * confirmation.
   */
  undoMessages: 2_000,
  /** The service returns at most this many rows per response. */
  undoMessagesPerPage: 1_000,
  /** Search requests are sent when the user stops typing for this long. */
  searchPause: 200,
} as const;
