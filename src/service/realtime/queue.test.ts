import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { OpenedDatabase } from '../database/opened-database.ts';
import { describeDatabases } from '../testing/databases.ts';
import { installCapture } from './capture.ts';
import { readCatalog } from './catalog.ts';
import { limits } from './limits.ts';
import { createChangeQueue, type ChangeQueue, type Cursor } from './queue.ts';

describeDatabases('the change queue', (open) => {
  let database: OpenedDatabase;
  let time = 0;

  beforeAll(async () => {
    database = await open();
    await database.execute(`
      create table public.marks (id bigint primary key);
      alter publication supabase_realtime add table public.marks;`);
    await installCapture(database, await readCatalog(database));
  });
  beforeEach(async () => {
    time = 0;
    await database.execute('truncate public.marks; delete from clover_realtime.changes;');
  });

  const make = () => createChangeQueue(database, () => time);
  const write = (from: number, to = from) =>
    database.query('insert into public.marks select n from generate_series($1::int, $2::int) n', [from, to]);
  const idOf = ({ key }: { key: string }) => Number((JSON.parse(key) as { id: number }).id);
  async function readAll(queue: ChangeQueue, cursor: Cursor): Promise<{ ids: number[]; cursor: Cursor }> {
    const page = await queue.read(cursor);
    if (!page) throw new Error('changes were lost');
    const ids = page.changes.map(idOf);
    if (!page.isMore) return { ids, cursor: page.next };
    const rest = await readAll(queue, page.next);
    return { ids: [...ids, ...rest.ids], cursor: rest.cursor };
  }
  const countQueued = async () =>
    (await database.query<{ n: number }>('select count(*)::int as n from clover_realtime.changes'))[0]?.n;

  it('returns every change once to every reader, from its start', async () => {
    const [one, other] = [make(), make()];
    await write(1);
    const first = await readAll(one, await one.open().then(async (cursor) => (await write(2), cursor)));
    const late = await other.open();
    await write(3);
    expect(first.ids).toEqual([2]);
    expect((await readAll(one, first.cursor)).ids).toEqual([3]);
    expect((await readAll(other, late)).ids).toEqual([3]);
  });

  it('reads several batches, and leaves later commits for the next read', async () => {
    const queue = make();
    const start = await queue.open();
    await write(1, limits.batch + 5);
    const page = await queue.read(start);
    expect([page?.changes.length, page?.isMore]).toEqual([limits.batch, true]);
    await write(10_000);
    const rest = await readAll(queue, page!.next);
    expect(rest.ids).toEqual([201, 202, 203, 204, 205, 10_000]);
    expect((await readAll(queue, rest.cursor)).ids).toEqual([]);
  });

  it('deletes only what is older than a minute', async () => {
    const queue = make();
    await write(1, 3);
    await queue.cleanUp();
    await write(4);
    time += limits.keptMs - 1;
    await queue.cleanUp();
    expect(await countQueued()).toBe(4);
    time += 1;
    await queue.cleanUp();
    expect(await countQueued()).toBe(1);
  });

  it('reports possible losses if a reader pauses for nearly as long as changes are stored', async () => {
    const queue = make();
    const start = await queue.open();
    await write(1);
    time += limits.keptMs;
    expect(await queue.read(start)).toBeNull();
    expect((await readAll(queue, await queue.open())).ids).toEqual([]);
  });

  it('reports lost changes after a crash has emptied the queue', async () => {
    const queue = make();
    const start = await queue.open();
    await write(1);
    // PostgreSQL empties unlogged tables after a crash.
    await database.execute('truncate clover_realtime.changes, clover_realtime.epoch;');
    expect(await queue.read(start)).toBeNull();
    const again = await queue.open();
    await write(2);
    expect((await readAll(queue, again)).ids).toEqual([2]);
  });
});
