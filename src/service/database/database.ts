export interface Queryable {
  /**
   * Runs one statement with `$1…` parameters and returns its rows.
   *
   * Timestamps are returned as ISO text (`2026-11-20T23:40:17.32+00:00`), json as values, bytea as bytes. For a json or
   * jsonb parameter, pass the value itself: text from `JSON.stringify` would be stored as one JSON string.
   */
  query<Row = Record<string, unknown>>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
}

export type ApiRole = 'anon' | 'authenticated' | 'service_role';

/** The claims of a verified token. Policies read them with `auth.jwt()`. */
export interface Claims {
  readonly role: ApiRole;
  readonly sub?: string;
  readonly email?: string;
  readonly aal?: 'aal1' | 'aal2';
  readonly session_id?: string;
  readonly is_anonymous?: boolean;
  readonly exp?: number;
  readonly [claim: string]: unknown;
}

/**
 * The only access to PostgreSQL, the same for PGlite and for a server by URL.
 *
 * There are few sessions (PGlite has only one), so callers take turns (`fair-queue.ts`). Inside `transaction` and
 * `asCaller`, use `tx` and never call the database itself.
 */
export interface Database extends Queryable {
  readonly kind: 'pglite' | 'postgres';
  /** Runs several statements as one simple query, without parameters or a time limit. */
  execute(script: string): Promise<void>;
  /** Runs `work` in a transaction as the database's owner. An error rolls it back. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /** Runs `work` in a transaction as the caller, under row-level security. */
  asCaller<T>(claims: Claims, work: (tx: Queryable) => Promise<T>): Promise<T>;
  /**
   * Calls `onPayload` for each NOTIFY on `channel`, and `onGap` when a lost connection is restored, because
   * notifications were lost in the meantime. Resolves to a function that stops listening.
   */
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onGap?: () => void,
  ): Promise<() => Promise<void>>;
  close(): Promise<void>;
}
