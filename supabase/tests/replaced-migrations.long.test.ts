import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import type { Queryable } from '../../src/service/database/database.ts';
import {
  migrate,
  newestVersion,
  supportedVersions,
  readMigrations,
} from '../../src/service/database/migrate.ts';
import { openDatabase } from '../../src/service/database/open.ts';
import { endOfBaseline, replacedMigrations } from '../../src/service/database/replaced-history.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { makeAccount } from './testing/accounts.ts';
import { readCatalog } from './testing/catalog.ts';
import { applyReplacedMigrations, sources } from './testing/replaced-migrations.ts';

const historyOf = async (database: Queryable) =>
  (
    await database.query<{ version: string }>(
      'select version from supabase_migrations.schema_migrations order by version',
    )
  ).map(({ version }) => version);

describeSchema('a database with the migrations that the baseline has replaced', (open) => {
  it("gets the baseline's schema and keeps its data", { timeout: 240_000 }, async () => {
    const database = await open();
    await applyReplacedMigrations(database);
    const { id: user } = await makeAccount(database);
    const [chat] = await database.query<{ id: string }>(
      `insert into public.chat_history (user_id, title, model_id, archived_at)
       values ($1, 'Before the baseline', 'some-model', now()) returning id`,
      [user],
    );
    const before = await database.query('select c.* from public.chat_history c');

    const applied = await Promise.all([migrate(database, sources), migrate(database, sources)]);
    const appended = (await readMigrations(sources.migrations)).filter(
      ({ version }) => version > endOfBaseline,
    );
    expect(applied.flat().toSorted()).toEqual(appended.map(({ file }) => file));

    const fresh = await open({ migrated: true });
    expect(await readCatalog(database)).toEqual(await readCatalog(fresh));
    expect(await historyOf(database)).toEqual(await historyOf(fresh));
    // Later migrations add columns.
    expect(await database.query('select c.* from public.chat_history c')).toMatchObject(before);
    expect(before).toMatchObject([{ id: chat!.id, title: 'Before the baseline' }]);
    expect(await migrate(database, sources)).toEqual([]);
  });

  it('is refused and not changed if a migration is missing or different', { timeout: 240_000 }, async () => {
    const database = await open();
    await applyReplacedMigrations(database);
    const history = 'supabase_migrations.schema_migrations';
    await database.query(
      `update ${history} set statements = array['select 1'] where version = '20261125142000'`,
    );
    const refusal =
      /can't upgrade: it has the migration 20261123100100\. Nothing was changed\. To keep your chats,/;
    await expect(migrate(database, sources)).rejects.toThrow(refusal);
    await database.query(`delete from ${history} where version = $1`, [replacedMigrations.newest]);
    const catalog = await readCatalog(database);
    const versions = await historyOf(database);
    await expect(migrate(database, sources)).rejects.toThrow(refusal);
    expect(await historyOf(database)).toEqual(versions);
    expect(await readCatalog(database)).toEqual(catalog);
  });
});

describe('a data directory with the replaced migrations', () => {
  it('has the former or the new schema after a kill, and then continues', { timeout: 240_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'clover-adopt-'));
    const dataDir = join(folder, 'database');
    // Leaves out later migrations, so that only two states are possible.
    const baseline = join(folder, 'baseline');
    await mkdir(baseline);
    for (const { version, file, sql } of await readMigrations(sources.migrations))
      if (version <= endOfBaseline) await writeFile(join(baseline, file), sql);
    const { base } = inject('databases').pglite;
    const first = await openDatabase({ dataDir }, { template: 'from' in base ? base.from : undefined });
    await applyReplacedMigrations(first);
    const former = [await historyOf(first), await readCatalog(first)];
    await first.close();
    const run = async (killAfterMs: number | null) => {
      const script = new URL('testing/adopt-process.ts', import.meta.url);
      const child = fork(script, [dataDir, baseline], { stdio: 'inherit' });
      const ended = once(child, 'exit');
      await Promise.race([once(child, 'message'), ended]);
      if (killAfterMs !== null) setTimeout(() => child.kill('SIGKILL'), killAfterMs);
      await ended;
      const database = await openDatabase({ dataDir });
      try {
        return [await historyOf(database), await readCatalog(database)];
      } finally {
        await database.close();
      }
    };
    const killed = await run(60);
    const last = await run(null);
    await rm(folder, { recursive: true });

    expect(last[0]?.at(-1)).toBe(endOfBaseline);
    expect([former, last]).toContainEqual(killed);
  });

  it('has backups that can be restored', async () => {
    const versions = await supportedVersions(sources.migrations);
    expect(versions).toContain(replacedMigrations.newest);
    expect(versions).toContain(await newestVersion(sources.migrations));
    expect(versions).not.toContain('20261123100100');
  });
});
