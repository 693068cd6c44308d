import type { Database } from '../database/database.ts';
import { runUnlessRunning } from '../database/run-once.ts';
import type { Change } from './capture.ts';
import { limits } from './limits.ts';

export interface Cursor {
  readonly epoch: string;
  /** PostgreSQL's snapshot at the last read. Everything committed before it has been read. */
  readonly base: string;
  /** Set if a read takes several pages: the snapshot of the first page, and the last id that was read. */
  readonly until: string | null;
  readonly after: string;
  /** When the base was taken, by this process's clock in milliseconds. */
  readonly at: number;
}

export interface ChangePage {
  readonly changes: readonly Change[];
  readonly next: Cursor;
  readonly isMore: boolean;
}

const snapshotSql = `
select (select id from clover_realtime.epoch) as epoch, pg_current_snapshot()::text as snapshot`;

const beginEpoch = `insert into clover_realtime.epoch default values on conflict do nothing`;

/**
 * Selects changes that were committed after the base. Ids alone are not enough: they are assigned when a row is
 * written, so a transaction may commit after another one with higher ids.
 */
export const readChangesSql = `
select (select id from clover_realtime.epoch) as epoch, pg_current_snapshot()::text as snapshot,
  coalesce((
    select json_agg(json_build_object(
      'id', c.id::text, 'tableId', c.table_id::text, 'kind', c.kind, 'key', c.key::text,
      'identity', (select json_object_agg(part.key, part.value) from jsonb_each_text(c.identity) part),
      'committedAt', to_char(c.committed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    ) order by c.id)
    from (
      select * from clover_realtime.changes
      where id > $3::text::bigint
        and xid >= pg_snapshot_xmin($1::text::pg_snapshot)
        and not pg_visible_in_snapshot(xid, $1::text::pg_snapshot)
        and ($2::text is null or pg_visible_in_snapshot(xid, $2::text::pg_snapshot))
      order by id
      limit $4::int
    ) c
  ), '[]') as changes`;

interface ReadRow {
  readonly epoch: string | null;
  readonly snapshot: string;
  readonly changes: readonly (Change & { readonly id: string })[];
}

const cleanUpText = `
delete from clover_realtime.changes where id in (
  select id from clover_realtime.changes
  where xid < pg_snapshot_xmax($1::text::pg_snapshot) and pg_visible_in_snapshot(xid, $1::text::pg_snapshot)
  order by id limit ${limits.cleanUpRows}
)`;
const cleanUpBroadcasts = `
delete from clover_realtime.broadcasts where id in (
  select id from clover_realtime.broadcasts where created_at < now() - $1::int * interval '1 millisecond'
  order by id limit ${limits.cleanUpRows}
)`;

/** Creates the queue of changes. All instances read it, and reading removes nothing. */
export function createChangeQueue(database: Database, now = () => performance.now()) {
  /** Snapshots taken by this process, oldest first. Changes that are visible in a snapshot were committed before it. */
  let snapshots: { readonly at: number; readonly snapshot: string }[] = [];

  const readNewestPosition = async () => {
    const [row] = await database.query<Pick<ReadRow, 'epoch' | 'snapshot'>>(snapshotSql);
    if (!row) throw new Error('The database returned no snapshot.');
    return row;
  };

  return {
    /** Opens a position. Every change that is committed from now on will be read. */
    async open(): Promise<Cursor> {
      const at = now();
      let found = await readNewestPosition();
      if (found.epoch === null) {
        await database.query(beginEpoch);
        found = await readNewestPosition();
      }
      return { epoch: found.epoch ?? '', base: found.snapshot, until: null, after: '0', at };
    },

    /**
     * Reads the next changes. Returns null if some may be lost, because the database crashed or the last read was too
     * long ago.
     */
    async read(cursor: Cursor): Promise<ChangePage | null> {
      const { epoch, base, until, after, at } = cursor;
      const startedAt = now();
      const [row] = await database.query<ReadRow>(readChangesSql, [base, until, after, limits.batch]);
      // Changes older than the retention time are deleted, so a base that is nearly as old may miss some.
      if (!row || row.epoch !== epoch || now() - at > limits.keptMs - limits.cleanUpMs) return null;
      const last = row.changes.at(-1);
      if (last && row.changes.length === limits.batch) {
        const next = { epoch, base, until: until ?? row.snapshot, after: last.id, at };
        return { changes: row.changes, next, isMore: true };
      }
      // The first page's snapshot becomes the new base. The next read returns what was committed later.
      const next = {
        epoch,
        base: until ?? row.snapshot,
        until: null,
        after: '0',
        at: until === null ? startedAt : at,
      };
      return { changes: row.changes, next, isMore: until !== null };
    },

    /** Deletes changes and broadcasts that are older than `limits.keptMs`. Called every `limits.cleanUpMs`. */
    async cleanUp(): Promise<void> {
      const oldest = snapshots[0];
      if (oldest && now() - oldest.at >= limits.keptMs)
        await runUnlessRunning(database, 'realtime clean-up', async (tx) => {
          await tx.query(cleanUpText, [oldest.snapshot]);
          await tx.query(cleanUpBroadcasts, [limits.keptMs]);
        });
      const at = now();
      const { snapshot } = await readNewestPosition();
      // Of the snapshots that are old enough, keeps only the newest.
      snapshots = [...snapshots, { at, snapshot }].filter(
        (_, index, all) => (all[index + 1]?.at ?? at) > at - limits.keptMs,
      );
    },
  };
}

export type ChangeQueue = ReturnType<typeof createChangeQueue>;
