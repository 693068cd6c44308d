import type { Claims, Database } from '../database/database.ts';
import { limits } from './limits.ts';
import { isDatabaseError } from './problem.ts';
import { overLimit } from './refusal.ts';
import { isOverflow } from './sql/bounded.ts';

/** A statement of a client may take this long. Hosted's defaults; a visitor's statements here are short. */
const statementTimeoutMs: Readonly<Record<Claims['role'], number>> = {
  anon: 3_000,
  authenticated: 8_000,
  service_role: 8_000,
};

/** What functions can read of the request that calls them. */
export interface RequestSettings {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Work {
  readonly sql: string;
  readonly values: readonly string[];
  readonly isReadOnly: boolean;
  /** Null for tables, whose policies and triggers need none. */
  readonly settings: RequestSettings | null;
}

/** The row that every statement of REST gives. */
export interface Outcome {
  /** The rows as JSON texts or lines, joined by commas or line ends; null without rows. */
  readonly body: string | null;
  /** How many rows the body has. */
  readonly rows: number;
  /** How many rows there are without limit and offset, or how many were changed; null if nobody asked. */
  readonly total: number | null;
  /** The first line of CSV. */
  readonly header?: string | null;
  /** Set by a function. */
  readonly status?: string | null;
  readonly headers?: string | null;
}

function settingsOf(claims: Claims, { isReadOnly, settings }: Work): Record<string, string> {
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
    // The role comes last: as the caller, nothing above may depend on rights they lack.
    role: claims.role,
  };
}

/**
 * Runs one statement as the caller, in a transaction whose settings are all local to it.
 *
 * @param check may throw, which rolls back what the statement wrote
 */
export async function runAsCaller(
  database: Database,
  claims: Claims,
  work: Work,
  check: (outcome: Outcome) => void,
): Promise<Outcome> {
  const settings = Object.entries(settingsOf(claims, work));
  const list = settings.map((_, index) => `set_config($${index * 2 + 1}, $${index * 2 + 2}, true)`);
  // PostgreSQL evaluates the list in order, so the function sees the claims. On the hosted service PostgREST calls it
  // (`pgrst.db_pre_request`).
  if (claims.role === 'authenticated') list.push('public.require_session()');
  try {
    return await database.transaction(async (tx) => {
      await tx.query(`select ${list.join(', ')}`, settings.flat());
      const [outcome] = await tx.query<Outcome>(work.sql, work.values);
      if (!outcome) throw new Error('A statement of REST gave no row.');
      check(outcome);
      return outcome;
    });
  } catch (error) {
    if (isDatabaseError(error) && isOverflow(error))
      throw overLimit(
        `A response has at most ${limits.responseBytes} bytes.`,
        'Ask for fewer rows or columns at a time.',
      );
    throw error;
  }
}
