/**
 * What one socket may ask of the service. The numbers follow the hosted service's defaults where it has one, so that a
 * client which stays within them here does so there.
 */
export const limits = {
  /**
   * Sockets open at once of people with an account, of guests and of callers without a session: apart, so that none
   * takes the places of the others. Every one holds buffers, and the process shares its memory with the database.
   */
  members: 600,
  guests: 300,
  strangers: 100,
  socketsPerAccount: 50,
  socketsPerGuest: 10,
  guestsPerAddress: 100,
  strangersPerAddress: 50,
  /** A socket without a channel is closed after this long. */
  idleMs: 15_000,
  /** Channels of one socket. */
  channels: 100,
  /** Joins a second of one socket. */
  joinsPerSecond: 50,
  /** Messages a second of one socket, joins and heartbeats included; a burst may be twice that. */
  messagesPerSecond: 100,
  /** Messages of one socket that wait for an answer, as while the database is busy. */
  pendingMessages: 250,
  /** Bytes of one message from a client. */
  messageBytes: 256 * 1024,
  /** Bytes waiting for a client that reads too slowly. It reconnects and reads the tables anew. */
  bufferedBytes: 4 * 1024 * 1024,
  /** Bytes of a row; a longer one is sent with its short columns only, as hosted does. */
  recordBytes: 1024 * 1024,
  /** Bytes of a column's text that is still sent when the row is too long. */
  shortColumnBytes: 64,
  /** postgres_changes bindings of one channel. */
  bindings: 30,
  /** Characters of a topic: the binary broadcast frame counts it in one byte. */
  topicLength: 255,
  /** Characters of a filter. */
  filterLength: 4_000,
  /** Conditions of a filter. */
  conditions: 20,
  /** Values of an `in` list. */
  inValues: 100,
  /** Characters of a like pattern: matching costs text times pattern. */
  patternLength: 100,
  /** Characters of a text that like looks at; a longer one matches no pattern, nor its negation. */
  likeText: 1_000,
  /** A socket that is silent this long is gone; clients send a heartbeat every 30 s. */
  silenceMs: 75_000,
  /** Between two looks at expired tokens and silent sockets. */
  sweepMs: 1_000,
  /** Changes read from the queue at once. */
  batch: 200,
  /** Callers whose rows are looked up side by side, each with a session of the database's ten. */
  callersAtOnce: 4,
  /** How long changes and broadcasts stay in their tables at least, for the slowest instance. */
  keptMs: 60_000,
  /** How often older ones are deleted, and how many of each at most. */
  cleanUpMs: 10_000,
  cleanUpRows: 10_000,
  /** How long close() waits for clients to say goodbye. */
  goodbyeMs: 500,
} as const;
