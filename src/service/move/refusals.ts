import type { Database, Queryable } from '../database/database.ts';
import { MoveRefused } from './errors.ts';
import type { UnfinishedMove } from './progress.ts';
import { movedTables } from './tables.ts';

/** Identifies a source by the id of its first account. Throws MoveRefused if there is none. */
export async function firstAccountOf(source: Queryable): Promise<string> {
  const [first] = await source.query<{ id: string }>(
    `select id from auth.users order by created_at nulls first, id limit 1`,
  );
  if (!first) throw new MoveRefused('The source has no accounts: there is nothing to move.');
  return first.id;
}

/** Triggers have already counted, notified and logged at the source. They must not do it again at the target. */
export const disableTriggers = `set local session_replication_role = replica`;

const insufficientPrivilege = '42501';

/** Throws MoveRefused if the target's role is not allowed to disable triggers. */
export async function requireTriggerRights(target: Database): Promise<void> {
  try {
    await target.transaction(async (tx) => {
      await tx.query(disableTriggers);
    });
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== insufficientPrivilege) throw error;
    throw new MoveRefused(
      "This role may not disable the target's triggers. Connect as postgres (Supabase) or as a superuser, or ask a superuser to run: grant set on parameter session_replication_role to the role. Nothing was written.",
      { cause: error },
    );
  }
}

/** Throws MoveRefused if the target has an unfinished move from another source. */
export function requireSameMove(unfinished: UnfinishedMove, source: string): void {
  if (unfinished.source === source) return;
  throw new MoveRefused(
    `A move from another source was started here at ${unfinished.startedAt}; ${unfinished.rows} rows in ${unfinished.tables} tables were copied. Run it again with that source to finish it, or add --clear to empty the target. Nothing was written.`,
  );
}

interface Conflicts {
  readonly accounts: number;
  readonly sameIds: number;
  readonly sameAddresses: number;
}

/** Maximum target accounts to look up at the source: enough to recognize an earlier move. */
const maxCompared = 10_000;

/**
 * Counts the target's accounts, and how many of their ids and emails the source has. Both are passed as text, because
 * the databases may not be able to reach each other.
 */
async function findConflicts(source: Queryable, target: Queryable): Promise<Conflicts> {
  const [there] = await target.query<{ count: number; ids: string[] | null; addresses: string[] | null }>(
    `select (select count(*)::int from auth.users) as count, json_agg(id::text) as ids,
       json_agg(lower(email)) filter (where email <> '') as addresses
     from (select id, email from auth.users limit ${maxCompared}) u`,
  );
  const [same] = await source.query<{ ids: number; addresses: number }>(
    `select
       (select count(*)::int from auth.users u
        where u.id in (select value::uuid from jsonb_array_elements_text($1::text::jsonb))) as ids,
       (select count(*)::int from auth.users u
        where lower(u.email) in (select value from jsonb_array_elements_text($2::text::jsonb))) as addresses`,
    [JSON.stringify(there?.ids ?? []), JSON.stringify(there?.addresses ?? [])],
  );
  return {
    accounts: there?.count ?? 0,
    sameIds: same?.ids ?? 0,
    sameAddresses: same?.addresses ?? 0,
  };
}

/** Throws MoveRefused if the target has accounts. The message says how many of them are also in the source. */
export async function requireNoAccounts(source: Queryable, target: Queryable): Promise<void> {
  const { accounts, sameIds, sameAddresses } = await findConflicts(source, target);
  if (accounts > 0)
    throw new MoveRefused(
      `The target already has ${accounts} accounts; ${sameIds} have the id and ${sameAddresses} the email of an account of the source. Choose a target without accounts. Nothing was written.${sameIds > 0 ? ' This source was probably moved here before.' : ''}`,
    );
}

/** Throws MoveRefused if the target has no accounts but other rows that would not be overwritten. */
export async function requireNoRows(target: Queryable): Promise<void> {
  const counts = await target.query<{ table: string; has_rows: boolean }>(
    movedTables
      .filter(({ isOverwritten }) => !isOverwritten)
      .map(({ name }) => `select '${name}' as "table", exists (select from ${name}) as has_rows`)
      .join(' union all '),
  );
  const nonEmptyTables = counts.filter(({ has_rows }) => has_rows).map(({ table }) => table);
  if (nonEmptyTables.length > 0)
    throw new MoveRefused(
      `The target already has rows in ${nonEmptyTables.join(', ')}. Choose an empty target. Nothing was written.`,
    );
}
