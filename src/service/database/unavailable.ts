/** Thrown if the database can't be used for this request. The client should retry after `retryAfter` seconds. */
export class DatabaseUnavailable extends Error {
  override readonly name: string = 'DatabaseUnavailable';
  readonly status: 429 | 503 = 503;
  readonly retryAfter: number = 2;
}

/**
 * Thrown if the database can't be reached, or the connection was lost. A running statement may or may not have taken
 * effect.
 */
export class ConnectionLost extends DatabaseUnavailable {
  override readonly name = 'ConnectionLost';

  constructor(options?: ErrorOptions) {
    super('The database is restarting. Try again in a moment.', options);
  }
}

/** Thrown if a statement exceeded its time limit. It was stopped by ending its session. */
export class StatementTooSlow extends DatabaseUnavailable {
  override readonly name = 'StatementTooSlow';

  constructor(limitMs: number) {
    super(
      `The database did not respond within ${limitMs / 1000} seconds, so the request was stopped. Try again, or request less at a time.`,
    );
  }
}

/**
 * Thrown if the disk is full or broken, memory ran out, or a file is damaged. The cause contains details for the log.
 */
export class StorageFailed extends DatabaseUnavailable {
  override readonly name = 'StorageFailed';
  override readonly retryAfter = 10;

  constructor(options?: ErrorOptions) {
    super("The service couldn't read or save data. Try again in a moment.", options);
  }
}

/** Checks for a full disk or memory (53), input and output errors (58), or damaged files (XX001, XX002). */
const isStorage = (code: string) => /^(?:53[123]00|58...|XX00[12])$/.test(code);

/** Checks whether the server ended the session or refused a new one. */
const isLoss = (code: string) =>
  /^(?:08...|57P0[1-5]|53300)$/.test(code) || /^(?:CONNECTION_|CONNECT_|E[A-Z]+$)/.test(code);

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** Translates a driver's error for the caller. Returns errors of the statement itself unchanged. */
export function translateError(error: unknown): unknown {
  const code = codeOf(error);
  if (isLoss(code)) return new ConnectionLost({ cause: error });
  return isStorage(code) ? new StorageFailed({ cause: error }) : error;
}

/**
 * Returns whether to check the session after an error. After a failed write, PGlite's session is unusable, and the next
 * statements fail with misleading transaction errors (24000, XX000).
 */
export const isSuspiciousError = (error: unknown): boolean => /^(?:24|53|58|XX)/.test(codeOf(error));

/** Returns why the database could not be used, for the log. Contains no text of a statement. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof DatabaseUnavailable && error.cause !== undefined ? error.cause : error;
  return codeOf(cause) || (cause instanceof Error ? cause.name : 'unknown');
}
