/** Uses the hosted service's defaults where it has them, so that clients work with both services. */
export const limits = {
  /**
   * Maximum open sockets of accounts, guests and callers without a session. They are counted separately, so that no
   * group can use up another's slots. Each socket needs buffers in memory.
   */
  accountSockets: 600,
  guests: 300,
  withoutAccount: 100,
  socketsPerAccount: 50,
  socketsPerGuest: 10,
  guestsPerAddress: 100,
  withoutAccountPerAddress: 50,
  /** How long a socket without a channel stays open. */
  idleMs: 15_000,
  /** Maximum channels per socket. */
  channels: 100,
  joinsPerSecond: 50,
  /** Per socket, including joins and heartbeats. A burst may be twice as large. */
  messagesPerSecond: 100,
  /** Maximum waiting messages of a socket, for example while the database is busy. */
  pendingMessages: 250,
  messageBytes: 256 * 1024,
  /**
   * Maximum bytes waiting for a slow client. A client above it is disconnected, reconnects and reads its tables again.
   */
  bufferedBytes: 4 * 1024 * 1024,
  /** Maximum size of a row. Longer ones are sent with their short columns only, as on the hosted service. */
  recordBytes: 1024 * 1024,
  /** Maximum size of a short column. A row that is too long is sent without larger columns. */
  shortColumnBytes: 64,
  bindings: 30,
  /** At most 255, because binary broadcast frames store the topic's length in one byte. */
  topicLength: 255,
  filterLength: 4_000,
  conditions: 20,
  inValues: 100,
  /** Maximum characters of a like pattern. Matching time grows with text and pattern. */
  patternLength: 100,
  /** Longer text matches neither a `like` pattern nor its negation. */
  likeText: 1_000,
  /** How long a silent socket stays open. Clients send a heartbeat every 30 s. */
  silenceMs: 75_000,
  /** Time between checks for expired tokens and silent sockets. */
  sweepMs: 1_000,
  /** Maximum changes per read from the queue. */
  batch: 200,
  /** Number of callers whose rows are looked up in parallel. Each needs one of the database's ten sessions. */
  parallelCallers: 4,
  /** How long changes and broadcasts stay in their tables. Even the slowest instance must have read them by then. */
  keptMs: 60_000,
  /** How often older changes and broadcasts are deleted, and how many of each at a time. */
  cleanUpMs: 10_000,
  cleanUpRows: 10_000,
  /** How long close() waits for clients to disconnect. */
  closeTimeoutMs: 500,
} as const;

/**
 * Creates a token bucket that gains `perSecond` tokens each second, up to `burst`.
 *
 * @returns a function that takes one token and returns whether there was one
 */
export function createTokenBucket(perSecond: number, burst: number, now: () => number): () => boolean {
  let tokens = burst;
  let last = now();
  return () => {
    const time = now();
    tokens = Math.min(burst, tokens + (Math.max(0, time - last) / 1_000) * perSecond);
    last = time;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}
