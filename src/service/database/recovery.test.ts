import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openTestDatabase } from '../testing/databases.ts';
import { openDatabase } from './open.ts';
import type { OpenedDatabase } from './opened-database.ts';
import { runRequest } from './request-caller.ts';
import { TooManyRequests } from './fair-queue.ts';
import { ConnectionLost, StatementTooSlow } from './unavailable.ts';

/** A statement that takes minutes and can't be interrupted inside PGlite. */
const endless = 'select count(*) from generate_series(1, 1000000000) a, generate_series(1, 1000) b';

const thrown = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

describe('PGlite in its thread', () => {
  let folder: string;
  let database: OpenedDatabase;
  const events: string[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'clover-recovery-'));
    const { base } = inject('databases').pglite;
    database = await openDatabase(
      { dataDir: join(folder, 'database') },
      {
        template: 'from' in base ? base.from : undefined,
        limitMs: 1_000,
        onProblem: (event, reason) => events.push(`${event} ${reason}`.trim()),
      },
    );
    await database.execute('create table kept (id int primary key)');
  });
  afterAll(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });

  it('stops an endless statement, keeps stored rows, and receives notifications again', async () => {
    const payloads: string[] = [];
    const gap = Promise.withResolvers<void>();
    await database.listen('news', (payload) => payloads.push(payload), gap.resolve);
    await database.query('insert into kept values (1)');
    let turns = 0;
    const clock = setInterval(() => (turns += 1), 20);
    const slow = runRequest('flood', () => thrown(database.query(endless)));
    const other = runRequest('ada', () => database.query('select id from kept'));

    expect((await slow).answer).toBeInstanceOf(StatementTooSlow);
    expect((await slow).unavailable).toMatchObject({ status: 503, retryAfter: 2 });
    const again = await runRequest('flood', () => thrown(database.query('select 1')));
    expect(again.answer).toBeInstanceOf(TooManyRequests);
    expect((await other).answer).toEqual([{ id: 1 }]);
    clearInterval(clock);
    // The statement blocked its own thread for a second, but not this one.
    expect(turns).toBeGreaterThan(20);

    await gap.promise;
    await database.query(`select pg_notify('news', 'after')`);
    expect(payloads).toEqual(['after']);
    expect(events).toEqual(['database-lost StatementTooSlow', 'database-back']);

    expect((await runRequest('ada', () => database.query('select 1 as one'))).answer).toEqual([{ one: 1 }]);
  });

  it("sets no time limit for the service's own work", async () => {
    const [row] = await database.withoutTimeLimit((session) =>
      session.query<{ count: number }>('select count(*) as count from generate_series(1, 4000000)'),
    );
    expect(row?.count).toBe(4_000_000);
  });
});

const { kinds } = inject('databases');

describe.runIf(kinds.includes('postgres'))('a PostgreSQL that ends all sessions during writes', () => {
  it('loses no acknowledged row, repeats no statement in another session, and continues to work', async () => {
    const database = await openTestDatabase('postgres');
    await database.execute('create table pairs (id int, side text)');
    const killer = await openTestDatabase('postgres');
    const [found] = await database.query<{ name: string }>('select current_database() as name');
    const storedIds: number[] = [];
    const losses: unknown[] = [];
    let isOver = false;
    const write = async (writer: number) => {
      for (let count = 0; !isOver; count += 1) {
        const id = writer * 100_000 + count;
        await database
          .transaction(async (tx) => {
            await tx.query('insert into pairs values ($1, $2)', [id, 'left']);
            await tx.query('insert into pairs values ($1, $2)', [id, 'right']);
          })
          .then(
            () => storedIds.push(id),
            (error: unknown) => losses.push(error),
          );
      }
    };
    const writers = Promise.all([1, 2, 3, 4, 5].map(write));
    for (let round = 0; round < 20; round += 1) {
      await killer.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
        found?.name,
      ]);
      const before = storedIds.length;
      while (storedIds.length < before + 5) await killer.query('select 1');
    }
    isOver = true;
    await writers;
    const rows = await database.query<{ id: number; sides: number }>(
      'select id, count(distinct side) as sides from pairs group by id',
    );
    const whole = new Set(rows.filter(({ sides }) => sides === 2).map(({ id }) => id));
    expect(rows).toHaveLength(whole.size);
    expect(storedIds.filter((id) => !whole.has(id))).toEqual([]);
    expect(losses.length).toBeGreaterThan(0);
    expect(losses.filter((error) => !(error instanceof ConnectionLost))).toEqual([]);
    await Promise.all([database.close(), killer.close()]);
  }, 60_000);
});
