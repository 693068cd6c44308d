/** Anything a statement can be sent to: the database itself, or a transaction. */
export interface Queryable {
  /**
   * Runs one statement with `$1…` parameters and returns its rows.
   *
   * Timestamps come back as ISO text (`2026-11-20T23:40:17.32+00:00`), json as values, bytea as bytes. A parameter for
   * json or jsonb is the value itself, never `JSON.stringify`d text, which would be stored as one JSON string.
   */
  query<Row = Record<string, unknown>>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
}

/** The database roles a request can act as. */
export type ApiRole = 'anon' | 'authenticated' | 'service_role';

/** What a verified token says; policies read it as `auth.jwt()`. */
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
 * The one door to PostgreSQL, the same over PGlite and over a server by URL.
 *
 * Sessions are few, and PGlite has a single one, so callers take turns for them (`turns.ts`). Never call a method of the
 * database from inside `transaction` or `asCaller`: use the `tx` that is handed in.
 */
export interface Database extends Queryable {
  readonly kind: 'pglite' | 'postgres';
  /** Runs a script of several statements, without parameters and without a time limit, as one simple query. */
  execute(script: string): Promise<void>;
  /** Runs `work` in one transaction as the owner; a throw rolls back. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /** Runs `work` in one transaction as the caller: role and `request.jwt.claims` set, so that row-level security decides. */
  asCaller<T>(claims: Claims, work: (tx: Queryable) => Promise<T>): Promise<T>;
  /**
   * Calls `onPayload` for each NOTIFY on `channel`, and `onGap` when the connection was lost and is back: notifications
   * in between are lost. Resolves to the undo once listening.
   */
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onGap?: () => void,
  ): Promise<() => Promise<void>>;
  close(): Promise<void>;
}
