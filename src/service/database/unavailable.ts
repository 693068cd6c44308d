/** The database cannot be used for this request. The client should send it again after `retryAfter` seconds. */
export class DatabaseUnavailable extends Error {
  override readonly name: string = 'DatabaseUnavailable';
  readonly status: 429 | 503 = 503;
  readonly retryAfter: number = 2;
}

/** The connection to the database was lost, or cannot be made; whether a running statement was carried out is unknown. */
export class ConnectionLost extends DatabaseUnavailable {
  override readonly name = 'ConnectionLost';

  constructor(options?: ErrorOptions) {
    super('The database is restarting. Try again in a moment.', options);
  }
}

/** A statement took longer than its limit, and its session had to be ended to stop it. */
export class StatementTooSlow extends DatabaseUnavailable {
  override readonly name = 'StatementTooSlow';

  constructor(limitMs: number) {
    super(
      `The database did not answer within ${limitMs / 1000} seconds, so the request was stopped. Try again, or ask for less at once.`,
    );
  }
}

/** The disk is full or broken, memory ran out, or a file is damaged. The cause says what, for the log. */
export class StorageFailed extends DatabaseUnavailable {
  override readonly name = 'StorageFailed';
  override readonly retryAfter = 10;

  constructor(options?: ErrorOptions) {
    super('The service could not store or read this. Try again in a moment.', options);
  }
}

/** Out of disk or memory (53), input and output (58), damaged files (XX001, XX002), a panic (XX000 is also that). */
const isStorage = (code: string) => /^(?:53[123]00|58...|XX00[12])$/.test(code);

/** The server ends the session, or takes none at the moment. */
const isLoss = (code: string) =>
  /^(?:08...|57P0[1-5]|53300)$/.test(code) || /^(?:CONNECTION_|CONNECT_|E[A-Z]+$)/.test(code);

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** What an error of the driver means to the caller; errors of the statement itself stay what they are. */
export function meaningOf(error: unknown): unknown {
  const code = codeOf(error);
  if (isLoss(code)) return new ConnectionLost({ cause: error });
  return isStorage(code) ? new StorageFailed({ cause: error }) : error;
}

/**
 * Whether a session must prove that it still works: a write that the disk did not take leaves PGlite's session unable
 * to go on, and the next statements fail as if their transaction were wrong (24000, XX000).
 */
export const isSuspicious = (error: unknown): boolean => /^(?:24|53|58|XX)/.test(codeOf(error));

/** Why the database could not be used, for the log: no text of a statement. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof DatabaseUnavailable && error.cause !== undefined ? error.cause : error;
  return codeOf(cause) || (cause instanceof Error ? cause.name : 'unknown');
}
