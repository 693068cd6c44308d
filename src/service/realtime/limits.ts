/** Uses the hosted service's defaults where there are any, so that clients that work here also work there. */
export const limits = {
  /**
   * Maximum open sockets of accounts, guests and callers without a session. Counted separately, so that none can use up
   * the slots of the others. Each socket needs buffers in memory.
   */
  members: 600,
  guests: 300,
  withoutAccount: 100,
  socketsPerAccount: 50,
  socketsPerGuest: 10,
  guestsPerAddress: 100,
  strangersPerAddress: 50,
  /** A socket without a channel is closed after this time. */
  idleMs: 15_000,
  /** Per socket. */
  channels: 100,
  joinsPerSecond: 50,
  /** Per socket, including joins and heartbeats. A burst may be twice as large. */
  messagesPerSecond: 100,
  /** Maximum waiting messages of a socket, for example while the database is busy. */
  pendingMessages: 250,
  messageBytes: 256 * 1024,
  /** Maximum bytes waiting for a slow client. It is then disconnected, reconnects and reads its tables again. */
  bufferedBytes: 4 * 1024 * 1024,
  /** Longer rows are sent with their short columns only, as on the hosted service. */
  recordBytes: 1024 * 1024,
  /** A longer row is sent without the columns that exceed this. */
  shortColumnBytes: 64,
  bindings: 30,
  /** In characters: the binary broadcast frame has one byte for its length. */
  topicLength: 255,
  filterLength: 4_000,
  conditions: 20,
  inValues: 100,
  /** Maximum characters of a like pattern, because matching takes text times pattern. */
  patternLength: 100,
  /** Text that is longer matches neither a `like` pattern nor its negation. */
  likeText: 1_000,
  /** A socket that is silent for this long is closed. Clients send a heartbeat every 30 s. */
  silenceMs: 75_000,
  /** Time between two checks for expired tokens and silent sockets. */
  sweepMs: 1_000,
  /** Maximum changes per read from the queue. */
  batch: 200,
  /** How many callers' rows are looked up in parallel. Each needs one of the database's ten sessions. */
  callersAtOnce: 4,
  /**
   * Changes and broadcasts stay in their tables for this long. Even the slowest instance must have read them by then.
   */
  keptMs: 60_000,
  /** How often older ones are deleted, and at most how many of each. */
  cleanUpMs: 10_000,
  cleanUpRows: 10_000,
  /** How long close() waits for clients to disconnect. */
  goodbyeMs: 500,
} as const;

/**
 * A token bucket that gains `perSecond` tokens each second, up to `burst`.
 *
 * @returns a function that takes one token, and returns false if there is none
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
