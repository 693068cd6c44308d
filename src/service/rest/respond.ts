import type { Format, Preferences } from './preferences.ts';
import { Refusal } from './refusal.ts';
import type { Outcome } from './run.ts';

/** Refuses what must not be committed: several rows where one was asked for, or more changes than allowed. */
export function checkOutcome(
  format: Format,
  preferences: Preferences,
  outcome: Outcome,
  changed: number | null,
): void {
  if (preferences.maxAffected !== null && changed !== null && changed > preferences.maxAffected)
    throw new Refusal(400, {
      code: 'PGRST124',
      message: 'Query result exceeds max-affected preference constraint',
      details: `The query affects ${changed} rows`,
    });
  if (format.kind === 'object' && outcome.rows !== 1)
    throw new Refusal(406, {
      code: 'PGRST116',
      message: 'Cannot coerce the result to a single JSON object',
      details: `The result contains ${outcome.rows} rows`,
    });
}

/** The body of a response in the form that was asked for. */
export function bodyOf(format: Format, { body, header, rows }: Outcome): string {
  if (format.kind === 'csv') return rows === 0 ? '' : `${header ?? ''}\n${body ?? ''}`;
  return format.kind === 'object' ? (body ?? 'null') : `[${body ?? ''}]`;
}

/** Which rows a response has, out of how many: `0-9/100`. */
export function contentRange(offset: number, rows: number, total: number | null): string {
  const range = rows === 0 ? '*' : `${offset}-${offset + rows - 1}`;
  return `${range}/${total ?? '*'}`;
}

/** 206 if there are more rows than the response has. */
export function statusOfRange(offset: number, rows: number, total: number | null): number {
  if (total === null) return 200;
  if (offset > 0 && offset >= total)
    throw new Refusal(416, {
      code: 'PGRST103',
      message: 'Requested range not satisfiable',
      details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
    });
  return rows < total ? 206 : 200;
}
