import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { backUp, newestBackup, newestBackupTime } from './backup.ts';
import { DataDirectoryLocked } from './data-directory-lock.ts';
import { DataDirectoryCorrupt } from './data-directory.ts';
import { openDatabase } from './open.ts';
import type { OpenedDatabase } from './opened-database.ts';
import { restoreBackup } from './restore.ts';

describe('a data directory', () => {
  let folder: string;
  const place = (name: string) => join(folder, name);
  /** Starts from the tests' bootstrapped dump, because initdb takes seconds. */
  const template = () => (inject('databases').pglite.base as { from: string }).from;
  const open = (name: string) => openDatabase({ dataDir: place(name) }, { template: template() });
  const schema = '20260101000000';
  const backups = () => ({ directory: place('backups'), keep: 2, schema });
  const restore = (dataDir: string, directory: string) =>
    restoreBackup(dataDir, { backups: directory, schemas: new Set([schema]) });
  const write = async (database: OpenedDatabase, text: string) => {
    await database.execute('create table if not exists notes (text text)');
    await database.query('insert into notes values ($1)', [text]);
  };
  const read = async (database: OpenedDatabase) =>
    (await database.query<{ text: string }>('select text from notes')).map(({ text }) => text);
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'clover-data-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('starts from the template, is closed to other users and processes, and stores data', async () => {
    const first = await open('kept');
    expect(await first.query('select auth.uid()')).toEqual([{ uid: null }]);
    await write(first, 'still here');
    await expect(open('kept')).rejects.toThrow(DataDirectoryLocked);
    await first.close();
    expect((await stat(place('kept'))).mode & 0o077).toBe(0);
    const second = await open('kept');
    expect(await read(second)).toEqual(['still here']);
    await second.close();
  });

  // initdb takes 4 s, and much longer on a busy machine.
  it('starts without the template if that is damaged', { timeout: 120_000 }, async () => {
    await writeFile(place('broken.tar'), 'not a tar at all');
    const database = await openDatabase({ dataDir: place('plain') }, { template: place('broken.tar') });
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
    await database.close();
  });

  it('is created again after an interrupted first start, and the unfinished files are renamed', async () => {
    await mkdir(place('half'));
    await writeFile(join(place('half'), 'PG_VERSION'), '17\n');
    await writeFile(`${place('half')}.unfinished`, '');
    const database = await open('half');
    await write(database, 'whole');
    await database.close();
    const names = (await readdir(folder)).filter((name) => name.startsWith('half'));
    expect(names).toEqual(['half', expect.stringMatching(/^half\.unfinished-/)]);
  });

  it('is refused if it contains something else, and nothing is changed', async () => {
    await mkdir(place('photos'));
    await writeFile(join(place('photos'), 'cat.jpg'), 'meow');
    await expect(open('photos')).rejects.toThrow(
      'contains files but no database. Choose an empty directory.',
    );
    expect(await readdir(place('photos'))).toEqual(['cat.jpg']);
  });

  it('is refused if another version of PostgreSQL wrote it', async () => {
    await mkdir(place('older'));
    await writeFile(join(place('older'), 'PG_VERSION'), '16\n');
    await expect(open('older')).rejects.toThrow('was written by PostgreSQL 16');
  });

  it('is reported and not changed if damaged, and replaced by the newest backup on request', async () => {
    const dataDir = place('damaged');
    const database = await openDatabase({ dataDir }, { template: template(), backups: backups() });
    await write(database, 'saved at the clean stop');
    await database.close();
    const control = join(dataDir, 'global', 'pg_control');
    await truncate(control, 100);

    const opening = openDatabase({ dataDir }, { backups: backups() });
    await expect(opening).rejects.toThrow(DataDirectoryCorrupt);
    const backup = await newestBackup(backups().directory);
    await expect(opening).rejects.toThrow(`Nothing was changed. The newest backup is ${backup}.`);
    expect((await readFile(control)).length).toBe(100);

    const restored = await restore(dataDir, backups().directory);
    expect(restored.backup).toBe(backup);
    expect((await readFile(join(restored.setAside, 'global', 'pg_control'))).length).toBe(100);
    const again = await openDatabase({ dataDir });
    expect(await read(again)).toEqual(['saved at the clean stop']);
    await again.close();
  });

  it('can be restored after it was deleted, and after an interrupted first start', async () => {
    const options = { directory: place('kept-backups'), keep: 2, schema };
    await mkdir(place('source'));
    await writeFile(join(place('source'), 'file'), 'content');
    await writeFile(join(place('source'), 'PG_VERSION'), '17\n');
    await backUp(place('source'), options);
    await writeFile(`${place('lost')}.unfinished`, '');
    await restore(place('lost'), options.directory);
    expect(await readFile(join(place('lost'), 'file'), 'utf8')).toBe('content');
    expect((await readdir(folder)).filter((name) => name.startsWith('lost'))).toEqual([
      'lost',
      expect.stringMatching(/^lost\.damaged-/),
    ]);
  });

  it('is backed up while in use, and the copy has every acknowledged row', async () => {
    const database = await open('busy');
    await write(database, 'before');
    const copies = { directory: place('busy-backups'), keep: 2, schema };
    const writing = Promise.all(Array.from({ length: 50 }, (_, index) => write(database, `during ${index}`)));
    const copy = await backUp(place('busy'), copies, database.exclusively);
    await writing;
    await database.close();
    const copied = await openDatabase({ dataDir: copy });
    const notes = await read(copied);
    expect(notes[0]).toBe('before');
    expect(notes).toEqual(['before', ...notes.slice(1).map((_, index) => `during ${index}`)]);
    await copied.close();
  });

  it('keeps only the newest backups, and never counts an incomplete one', async () => {
    const source = place('small');
    await mkdir(source);
    await writeFile(join(source, 'file'), 'content');
    const options = { directory: place('rotation'), keep: 2, schema };
    await mkdir(join(options.directory, 'partial-2026-01-01T00-00-00.000Z'), { recursive: true });
    expect(await newestBackup(options.directory)).toBeUndefined();
    expect(await newestBackupTime(options.directory)).toBeNull();
    const backups: string[] = [];
    // The clock stops and is then set back. The last backup must still sort as the newest.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T10:00:00.999Z') });
    onTestFinished(() => void vi.useRealTimers());
    for (let round = 0; round < 3; round += 1) backups.push(await backUp(source, options));
    vi.setSystemTime(new Date('2026-11-21T09:00:00Z'));
    backups.push(await backUp(source, options));
    expect((await readdir(options.directory)).map((name) => join(options.directory, name))).toEqual(
      backups.slice(-2),
    );
    expect(await newestBackup(options.directory)).toBe(backups.at(-1));
    expect(await newestBackupTime(options.directory)).toMatch(/^2026-11-21T10:00:\d\d\.\d{3}Z$/);
  });
});
