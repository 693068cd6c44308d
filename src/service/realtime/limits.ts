/** Numbers are the hosted service's defaults if there are any, so that clients that work here also work there. */
export const limits = {
  /**
   * Open sockets of accounts, of guests and of callers without a session, counted separately so that none can use up
   * the slots of the others. Each needs buffers in the memory of the service.
   */
  members: 600,
  guests: 300,
  strangers: 100,
  socketsPerAccount: 50,
  socketsPerGuest: 10,
  guestsPerAddress: 100,
  strangersPerAddress: 50,
  /** A socket without a channel is closed after this time. */
  idleMs: 15_000,
  /** Channels of one socket. */
  channels: 100,
  joinsPerSecond: 50,
  /** Messages per second of one socket, with joins and heartbeats; a burst may be twice that. */
  messagesPerSecond: 100,
  /** Messages of one socket that wait, for example while the database is busy. */
  pendingMessages: 250,
  messageBytes: 256 * 1024,
  /** Bytes that wait for a slow client. Then it is disconnected, reconnects and reads its tables again. */
  bufferedBytes: 4 * 1024 * 1024,
  /** Bytes of a row. A longer one is sent with its short columns only, as on the hosted service. */
  recordBytes: 1024 * 1024,
  /** Bytes of a column that is still sent if the row is too long. */
  shortColumnBytes: 64,
  bindings: 30,
  /** Characters of a topic: the binary broadcast frame has one byte for its length. */
  topicLength: 255,
  filterLength: 4_000,
  conditions: 20,
  inValues: 100,
  /** Characters of a like pattern: matching costs text times pattern. */
  patternLength: 100,
  /** Characters of a text that `like` matches. A longer one matches no pattern, nor its negation. */
  likeText: 1_000,
  /** A socket that is silent for this long is closed. Clients send a heartbeat every 30 s. */
  silenceMs: 75_000,
  /** Time between two checks for expired tokens and silent sockets. */
  sweepMs: 1_000,
  /** Changes per read from the queue. */
  batch: 200,
  /** Callers whose rows are looked up in parallel, each with one of the database's ten sessions. */
  callersAtOnce: 4,
  /** How long changes and broadcasts stay in their tables. The slowest instance must read them in this time. */
  keptMs: 60_000,
  /** How often older ones are deleted, and at most how many of each. */
  cleanUpMs: 10_000,
  cleanUpRows: 10_000,
  /** How long close() waits for clients to disconnect. */
  goodbyeMs: 500,
} as const;

/**
 * A token bucket: `perSecond` tokens are added each second, up to `burst`.
 *
 * @returns a function that takes one token, and returns false if there is none
 */
export function createRate(perSecond: number, burst: number, now: () => number): () => boolean {
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
