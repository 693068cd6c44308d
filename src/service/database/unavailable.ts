/** The database cannot be used at the moment. The client should send the request again after `retryAfter` seconds. */
export class DatabaseUnavailable extends Error {
  override readonly name: string = 'DatabaseUnavailable';
  readonly status: 429 | 503 = 503;
  readonly retryAfter: number = 2;
}

/** The connection to the database was lost; whether a running statement was carried out is unknown. */
export class ConnectionLost extends DatabaseUnavailable {
  override readonly name = 'ConnectionLost';

  constructor(options?: ErrorOptions) {
    super('The database is restarting. Try again in a moment.', options);
  }
}

/** A statement took longer than its limit, and PGlite had to be stopped to end it. */
export class StatementTooSlow extends DatabaseUnavailable {
  override readonly name = 'StatementTooSlow';

  constructor(limitMs: number) {
    super(`The request took longer than ${limitMs / 1000} seconds and was stopped. Ask for less at once.`);
  }
}
