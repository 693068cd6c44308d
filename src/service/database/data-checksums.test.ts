import { mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { backUp, DatabaseDamaged } from './backup.ts';
import { readControlFile } from './control-file.ts';
import { enableChecksums, findDamage } from './data-checksums.ts';
import { openDatabase } from './open.ts';

describe('a data directory with checksums', () => {
  let folder: string;
  let dataDir: string;
  let table: string;
  const template = () => (inject('databases').pglite.base as { from: string }).from;
  const flipOneBit = async () => {
    const file = await open(join(dataDir, table), 'r+');
    const byte = Buffer.alloc(1);
    await file.read(byte, 0, 1, 8000);
    byte[0] = byte[0]! ^ 1;
    await file.write(byte, 0, 1, 8000);
    await file.close();
  };
  const openIt = () => openDatabase({ dataDir }, { template: template() });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'clover-checksums-'));
    dataDir = join(folder, 'database');
    const database = await openIt();
    await database.execute(
      `create table notes as select g as id, repeat('x', 500) as body from generate_series(1, 100) g`,
    );
    const [row] = await database.query<{ path: string }>(`select pg_relation_filepath('notes') as path`);
    table = row!.path;
    await database.close();
    await enableChecksums(dataDir);
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('has checksums that PostgreSQL itself accepts, before and after writes', async () => {
    expect(await readControlFile(dataDir)).toEqual({ isShutDown: true, hasChecksums: true });
    const database = await openIt();
    expect(await database.query(`select current_setting('data_checksums') as checksums`)).toEqual([
      { checksums: 'on' },
    ]);
    expect(await database.query('select count(*) as rows from notes')).toEqual([{ rows: 100 }]);
    await database.execute('update notes set id = id + 1; checkpoint');
    expect(await readControlFile(dataDir)).toMatchObject({ isShutDown: false });
    expect(await database.exclusively(() => findDamage(dataDir))).toBeUndefined();
    await database.close();
    expect(await findDamage(dataDir)).toBeUndefined();
  });

  it('is refused at the next start if one bit has changed, with an error that names the file', async () => {
    await flipOneBit();
    expect(await findDamage(dataDir)).toBe(table);
    await expect(openIt()).rejects.toThrow(`is damaged: the checksum of ${table} is wrong`);
  });

  it('is not backed up while damaged, and good backups stay', async () => {
    const backups = { directory: join(folder, 'backups'), schema: '1', keep: 1 };
    await backUp(dataDir, backups);
    const good = await readdir(backups.directory);
    await flipOneBit();
    await expect(backUp(dataDir, backups)).rejects.toThrow(DatabaseDamaged);
    expect(await readdir(backups.directory)).toEqual(good);
  });

  it('is refused if it is missing but has backups, with an error that names the command for a new one', async () => {
    const backups = { directory: join(folder, 'backups'), schema: '1' };
    await backUp(dataDir, backups);
    await rm(dataDir, { recursive: true });
    await expect(openDatabase({ dataDir }, { template: template(), backups })).rejects.toMatchObject({
      message: `The database ${dataDir} is missing, but there are backups.`,
      commands: `To start with an empty database instead, move the backups away: mv ${backups.directory} ${backups.directory}.old`,
    });
    expect(await readdir(folder)).toEqual(['backups']);
  });
});
