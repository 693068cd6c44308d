import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { readControlFile } from './control-file.ts';
import { openDatabase } from './open.ts';
import { ensureDump, findTemplate, templateDump, type Dump } from './template.ts';

describe('the template for a first start', () => {
  let folder: string;
  const directory = () => join(folder, 'template');
  const sources = () => ({ authSchema: '', migrations: join(folder, 'migrations') });
  const migration = (sql: string) =>
    writeFile(join(folder, 'migrations', '20260101000000_create_trees.sql'), sql);
  const from = () => (inject('databases').pglite.base as { from: string }).from;
  /** Counts how often the dump is made. Starts from the tests' bootstrapped dump to save the time for initdb. */
  const dumpOf = (inputs: string[]): Dump & { made: number } => ({
    name: 'counted',
    compression: 'none',
    inputs,
    from: from(),
    made: 0,
    async prepare(database) {
      this.made += 1;
      await database.execute('create table marked (id int); insert into marked values (7);');
    },
  });
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'clover-template-'));
    await mkdir(join(folder, 'migrations'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('is made once for the same inputs; other inputs replace it', { timeout: 120_000 }, async () => {
    const first = dumpOf(['one']);
    const file = await ensureDump(directory(), first);
    expect(await ensureDump(directory(), first)).toBe(file);
    expect(first.made).toBe(1);
    const second = await ensureDump(directory(), dumpOf(['two']));
    expect(await readdir(directory())).toEqual([basename(second)]);

    const database = await openDatabase({ dataDir: join(folder, 'database') }, { template: second });
    expect(await database.query('select id from marked')).toEqual([{ id: 7 }]);
    expect(await database.query('select datname from pg_database')).toEqual([{ datname: 'postgres' }]);
    await database.close();
    expect(await readControlFile(join(folder, 'database'))).toMatchObject({ hasChecksums: true });
  });

  it('is only used for the migrations that it was made from', { timeout: 120_000 }, async () => {
    await migration('create table trees (id int);');
    expect(await findTemplate(directory(), sources())).toBeUndefined();
    const file = await ensureDump(directory(), { ...(await templateDump(sources())), from: from() });
    expect(await findTemplate(directory(), sources())).toBe(file);
    await migration('create table trees (id bigint);');
    expect(await findTemplate(directory(), sources())).toBeUndefined();
  });
});
