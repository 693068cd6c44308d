import type { Database, Queryable } from '../database/database.ts';
import { MoveRefused } from './errors.ts';
import type { BegunMove } from './progress.ts';
import { movedTables } from './tables.ts';

/** Id of the first account, by which a source is known again; throws MoveRefused where there is none. */
export async function firstAccountOf(source: Queryable): Promise<string> {
  const [first] = await source.query<{ id: string }>(
    `select id from auth.users order by created_at nulls first, id limit 1`,
  );
  if (!first) throw new MoveRefused('The source has no accounts: there is nothing to move.');
  return first.id;
}

/** Triggers would count, notify, log and refuse what they have counted, notified and logged at the source already. */
export const silenceTriggers = `set local session_replication_role = replica`;

const insufficientPrivilege = '42501';

/** Throws MoveRefused where the role of the target may not silence triggers. */
export async function requireSilence(target: Database): Promise<void> {
  try {
    await target.transaction(async (tx) => {
      await tx.query(silenceTriggers);
    });
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== insufficientPrivilege) throw error;
    throw new MoveRefused(
      "This role may not keep the target's triggers silent. Connect as postgres (Supabase) or as a superuser, or let a superuser run: grant set on parameter session_replication_role to the role. Nothing was written.",
      { cause: error },
    );
  }
}

/** Throws MoveRefused when another source's move has begun on the target. */
export function requireSameMove(begun: BegunMove, source: string): void {
  if (begun.source === source) return;
  throw new MoveRefused(
    `A move from another source has begun here at ${begun.begunAt}: ${begun.rows} rows in ${begun.tables} tables have arrived. Run it again with that source to end it, or add --clear to empty the target. Nothing was written.`,
  );
}

interface Conflicts {
  readonly accounts: number;
  readonly sameIds: number;
  readonly sameAddresses: number;
}

/** Accounts of the target that are looked for at the source: enough to say what kind of target it is. */
const compared = 10_000;

/** Ids and addresses travel to the source's side as text, so that neither database has to reach the other. */
async function findConflicts(source: Queryable, target: Queryable): Promise<Conflicts> {
  const [there] = await target.query<{ count: number; ids: string[] | null; addresses: string[] | null }>(
    `select (select count(*)::int from auth.users) as count, json_agg(id::text) as ids,
       json_agg(lower(email)) filter (where email <> '') as addresses
     from (select id, email from auth.users limit ${compared}) u`,
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

/** Throws MoveRefused when the target has accounts, saying how many of them are the source's. */
export async function requireNoAccounts(source: Queryable, target: Queryable): Promise<void> {
  const { accounts, sameIds, sameAddresses } = await findConflicts(source, target);
  if (accounts > 0)
    throw new MoveRefused(
      `The target holds ${accounts} accounts already; ${sameIds} have the id and ${sameAddresses} the address of an account of the source. A move needs a target without accounts: nothing was written.${sameIds > 0 ? ' It looks as if this source was moved here before.' : ''}`,
    );
}

/** Throws MoveRefused when the target, without accounts, holds rows that would not give way. */
export async function requireNoRows(target: Queryable): Promise<void> {
  const counts = await target.query<{ table: string; has_rows: boolean }>(
    movedTables
      .filter(({ givesWay }) => !givesWay)
      .map(({ name }) => `select '${name}' as "table", exists (select from ${name}) as has_rows`)
      .join(' union all '),
  );
  const filled = counts.filter(({ has_rows }) => has_rows).map(({ table }) => table);
  if (filled.length > 0)
    throw new MoveRefused(
      `The target holds rows of its own in ${filled.join(', ')}. A move needs an empty target: nothing was written.`,
    );
}
