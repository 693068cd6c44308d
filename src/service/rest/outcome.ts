import type { Claims, Database } from '../database/database.ts';
import { limits } from './limits.ts';
import type { ResponseFormat, Preferences } from './preferences.ts';
import { isDatabaseError, limitExceeded, Refusal } from './refusal.ts';
import { isOverflow } from './sql/statement.ts';

/** Time limits (ms) for clients' statements, the same as the hosted service's defaults. */
const statementTimeoutMs: Readonly<Record<Claims['role'], number>> = {
  anon: 3_000,
  authenticated: 8_000,
  service_role: 8_000,
};

/** The parts of a request that a called function can read. */
export interface RequestSettings {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Statement {
  readonly sql: string;
  readonly values: readonly string[];
  readonly isReadOnly: boolean;
  /** Null for tables, whose policies and triggers don't read the request. */
  readonly settings: RequestSettings | null;
}

/** The result row of every REST statement. */
export interface StatementResult {
  /** The rows as JSON texts or CSV lines, joined by commas or line breaks. Null if there are none. */
  readonly body: string | null;
  readonly rows: number;
  /** Number of rows without limit and offset, or of changed rows. Null if the client didn't request it. */
  readonly total: number | null;
  readonly header?: string | null;
  /** Status and headers that a function has set. */
  readonly status?: string | null;
  readonly headers?: string | null;
}

function settingsOf(claims: Claims, { isReadOnly, settings }: Statement): Record<string, string> {
  return {
    'request.jwt.claims': JSON.stringify(claims),
    statement_timeout: String(statementTimeoutMs[claims.role]),
    ...(settings && {
      'request.method': settings.method,
      'request.path': settings.path,
      'request.headers': JSON.stringify(settings.headers),
      'response.status': '',
      'response.headers': '',
    }),
    ...(isReadOnly && { transaction_read_only: 'on' }),
    // The role is set last, because the caller may lack the right to set the others.
    role: claims.role,
  };
}

/**
 * Runs one statement as the caller, in a separate transaction with its settings.
 *
 * @param check a function that may throw, which rolls back what the statement has written
 */
export async function runAsCaller(
  database: Database,
  claims: Claims,
  statement: Statement,
  check: (outcome: StatementResult) => void,
): Promise<StatementResult> {
  const settings = Object.entries(settingsOf(claims, statement));
  const list = settings.map((_, index) => `set_config($${index * 2 + 1}, $${index * 2 + 2}, true)`);
  // Checks the session. PostgreSQL evaluates the list in order, so the function can read the claims. On the hosted
  // service, PostgREST calls it (`pgrst.db_pre_request`).
  if (claims.role === 'authenticated') list.push('public.require_session()');
  try {
    return await database.transaction(async (tx) => {
      await tx.query(`select ${list.join(', ')}`, settings.flat());
      const [outcome] = await tx.query<StatementResult>(statement.sql, statement.values);
      if (!outcome) throw new Error('A statement of REST returned no row.');
      check(outcome);
      return outcome;
    });
  } catch (error) {
    if (isDatabaseError(error) && isOverflow(error))
      throw limitExceeded(
        `A response can have at most ${limits.responseBytes} bytes.`,
        'Request fewer rows or columns at a time.',
      );
    throw error;
  }
}

/**
 * Throws if a single row was requested and there isn't exactly one, or if more rows have changed than the client
 * allows. The error rolls the transaction back.
 */
export function checkOutcome(
  format: ResponseFormat,
  { maxAffected }: Preferences,
  { rows }: StatementResult,
  changed: number | null,
): void {
  if (maxAffected !== null && changed !== null && changed > maxAffected)
    throw new Refusal(400, {
      code: 'PGRST124',
      message: 'Query result exceeds max-affected preference constraint',
      details: `The query affects ${changed} rows`,
    });
  if (format.kind === 'object' && rows !== 1)
    throw new Refusal(406, {
      code: 'PGRST116',
      message: 'Cannot coerce the result to a single JSON object',
      details: `The result contains ${rows} rows`,
    });
}

export function formatBody(format: ResponseFormat, { body, header, rows }: StatementResult): string {
  if (format.kind === 'csv') return rows === 0 ? '' : `${header ?? ''}\n${body ?? ''}`;
  return format.kind === 'object' ? (body ?? 'null') : `[${body ?? ''}]`;
}

/** Formats the range of rows in a response and the total: `0-9/100`. */
export function contentRange(offset: number, rows: number, total: number | null): string {
  const range = rows === 0 ? '*' : `${offset}-${offset + rows - 1}`;
  return `${range}/${total ?? '*'}`;
}

/**
 * Returns 206 if there are more rows than in the response, otherwise 200. Throws Refusal 416 if the offset is beyond
 * the last row.
 */
export function rangeStatus(offset: number, rows: number, total: number | null): number {
  if (total === null) return 200;
  if (offset > 0 && offset >= total)
    throw new Refusal(416, {
      code: 'PGRST103',
      message: 'Requested range not satisfiable',
      details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
    });
  return rows < total ? 206 : 200;
}
