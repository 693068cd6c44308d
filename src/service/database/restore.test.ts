import { appendFile, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadSecrets } from '../secrets.ts';
import { createObjectFiles } from '../storage/object-files.ts';
import { createRemovalQueue } from '../storage/removals.ts';
import { backUp } from './backup.ts';
import { openDirectory, restoringFolder } from './data-directory.ts';
import { restoreBackup, restoreToNewDirectory } from './restore.ts';

const schema = '20260101000000';
const known = { schemas: new Set([schema]) };

async function contentOf(directory: string): Promise<Record<string, string>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  return Object.fromEntries(
    files.map((file, index) => [relative(directory, file).replaceAll(sep, '/'), texts[index]!]),
  );
}

describe('restoring', () => {
  let folder: string;
  let installation: string;
  const backups = () => join(installation, 'backups');
  const database = () => join(installation, 'database');
  const write = async (file: string, text: string) => {
    await mkdir(join(database(), 'base'), { recursive: true });
    await writeFile(join(database(), file), text);
  };
  const backUpNow = (newest = schema) => backUp(database(), { directory: backups(), schema: newest });
  const restore = (name?: string) => restoreBackup(database(), { backups: backups(), name, ...known });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'clover-restore-'));
    installation = join(folder, 'installation');
    await write('PG_VERSION', '17\n');
    await write('base/1', 'rows');
    await loadSecrets(join(installation, 'secrets.json'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('restores the newest or the named backup, and leaves no temporary files', async () => {
    const first = await backUpNow();
    await write('base/1', 'newer rows');
    await backUpNow();
    await write('base/1', 'lost');
    await restore();
    expect(await contentOf(database())).toEqual({ PG_VERSION: '17\n', 'base/1': 'newer rows' });
    await restore(basename(first));
    expect(await contentOf(database())).toEqual({ PG_VERSION: '17\n', 'base/1': 'rows' });
    await expect(restore('2020-01-01T00-00-00.000Z')).rejects.toThrow('There is no backup 2020-01-01');
  });

  it('if killed between its last two steps, prevents the next start from creating an empty database', async () => {
    const backup = await backUpNow();
    await rename(database(), restoringFolder(database()));
    await expect(openDirectory(database(), { backups: backups() })).rejects.toMatchObject({
      message: `A restore into ${database()} was interrupted.`,
      backup,
    });
    await restore();
    expect(await contentOf(database())).toEqual({ PG_VERSION: '17\n', 'base/1': 'rows' });
  });

  const faults: Readonly<Record<string, [(backup: string) => Promise<unknown>, string]>> = {
    incomplete: [(backup) => writeFile(join(backup, 'base/1'), 'ro'), 'base/1 has 2 of 4 bytes'],
    'without one of its files': [(backup) => rm(join(backup, 'base/1')), 'base/1 is missing'],
    'changed since': [
      (backup) => writeFile(join(backup, 'base/1'), 'rowz'),
      'base/1 has changed since the backup was made',
    ],
    'with a damaged list': [
      (backup) => writeFile(join(backup, 'backup.json'), '{"format":'),
      "backup.json can't be read",
    ],
    'with a list of files outside of it': [
      (backup) =>
        writeFile(
          join(backup, 'backup.json'),
          JSON.stringify({ format: 1, schema, files: { '../x': { bytes: 1, sha256: '' } } }),
        ),
      'lists files outside of its folder',
    ],
    'of something else': [(backup) => rm(join(backup, 'backup.json')), 'is not a backup of Clover'],
  };
  it.each(Object.entries(faults))(
    'refuses a backup %s, names the one before it and changes nothing',
    async (_, [damage, sentence]) => {
      const older = await backUpNow();
      const newest = await backUpNow();
      await write('base/1', 'what is there');
      await damage(newest);
      const refused = restore();
      await expect(refused).rejects.toThrow(sentence);
      await expect(refused).rejects.toThrow(`npm run restore -- --backup ${basename(older)}`);
      expect(await readFile(join(database(), 'base/1'), 'utf8')).toBe('what is there');
      expect((await readdir(installation)).toSorted()).toEqual(['backups', 'database', 'secrets.json']);
    },
  );

  it('refuses a backup from a newer version, and one from another PostgreSQL version', async () => {
    await backUpNow('20990101000000');
    await expect(restore()).rejects.toThrow(
      'was made by a newer version of Clover, with the migration 20990101000000',
    );
    await write('PG_VERSION', '18\n');
    await backUpNow();
    await expect(restore()).rejects.toThrow('was made by PostgreSQL 18');
  });

  it("creates an installation in an empty directory, with the backup's keys", async () => {
    await backUpNow();
    const elsewhere = join(folder, 'elsewhere');
    await mkdir(elsewhere);
    await restoreToNewDirectory(elsewhere, installation, known);
    expect(await contentOf(elsewhere)).toEqual({
      'database/PG_VERSION': '17\n',
      'database/base/1': 'rows',
      'secrets.json': await readFile(join(installation, 'secrets.json'), 'utf8'),
    });
  });

  describe('the files of messages', () => {
    const objects = () => join(installation, 'objects');
    const store = async (file: string, text: string) => {
      await mkdir(join(objects(), 'id/ab'), { recursive: true });
      await writeFile(join(objects(), 'id', file), text);
    };
    const backUpAll = () =>
      backUp(database(), { directory: backups(), schema, keep: 2, objects: { directory: objects() } });
    const shared = () => contentOf(join(backups(), 'objects'));

    it('are restored, including those deleted since, and newer ones are kept separately', async () => {
      await store('ab/first', 'one');
      await store('ab/second', 'two');
      await backUpAll();
      await rm(join(objects(), 'id/ab/first'));
      await store('ab/third', 'three');
      const { setAside } = await restore();
      const expected = { 'id/ab/first': 'one', 'id/ab/second': 'two', 'id/ab/third': 'three' };
      expect(await contentOf(objects())).toEqual(expected);
      expect(await contentOf(join(installation, basename(setAside).replace('database', 'objects')))).toEqual(
        expected,
      );
    });

    it('keep the current database if their copies cannot be made', async () => {
      await store('ab/1', 'a file');
      await backUpAll();
      await write('base/1', 'newer rows');
      vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-28T12:00:00.000Z') });
      await writeFile(`${objects()}.damaged-2026-11-28T12-00-00.000Z`, 'in the way of the copies');
      await expect(restore()).rejects.toThrow('objects.damaged-');
      vi.useRealTimers();
      expect(await readFile(join(database(), 'base/1'), 'utf8')).toBe('newer rows');
      expect((await readdir(installation)).filter((name) => name.startsWith('database'))).toEqual([
        'database',
      ]);
    });

    it('are restored in another place from the backups', async () => {
      await store('ab/first', 'one');
      await backUpAll();
      const elsewhere = join(folder, 'elsewhere');
      await restoreToNewDirectory(elsewhere, installation, known);
      expect(await contentOf(join(elsewhere, 'objects'))).toEqual({ 'id/ab/first': 'one' });
    });

    it('are stored once for all backups, while any of them needs them', async () => {
      await store('ab/first', 'one');
      await backUpAll();
      await rm(join(objects(), 'id/ab/first'));
      await store('ab/second', 'two');
      await mkdir(join(objects(), 'id/incoming'));
      await store('incoming/third', 'not complete');
      await backUpAll();
      expect(await shared()).toEqual({ 'id/ab/first': 'one', 'id/ab/second': 'two' });
      await backUpAll();
      expect(await shared()).toEqual({ 'id/ab/second': 'two' });
    });

    it.each([
      ['missing', () => rm(join(backups(), 'objects/id/ab/first')), 'id/ab/first is missing'],
      [
        'changed',
        () => writeFile(join(backups(), 'objects/id/ab/first'), 'uno'),
        'id/ab/first has changed since the backup was made',
      ],
    ])('are checked first: if one is %s, nothing is restored', async (_, damage, sentence) => {
      await store('ab/first', 'one');
      await backUpAll();
      await write('base/1', 'what is there');
      await damage();
      await expect(restore()).rejects.toThrow(sentence);
      expect(await readFile(join(database(), 'base/1'), 'utf8')).toBe('what is there');
    });

    it('that are deleted during a backup are part of it', async () => {
      const version = '00000000-0000-4000-8000-000000000001';
      const removals = createRemovalQueue();
      const files = createObjectFiles(join(objects(), 'id'), removals);
      await files.write(version, Readable.from([Buffer.from('one')]));
      await backUp(
        database(),
        { directory: backups(), schema, objects: { directory: objects(), keepDuring: removals.keepDuring } },
        async (work) => {
          const copied = await work();
          await files.remove(version);
          return copied;
        },
      );
      expect(await shared()).toEqual({ [`id/00/${version}`]: 'one' });
      expect(await contentOf(objects())).toEqual({});
    });
  });

  it('refuses a directory that is not empty, and a copy without backups or with missing or damaged keys', async () => {
    const restoreTo = (place: string) => restoreToNewDirectory(join(folder, place), installation, known);
    await expect(restoreTo('new')).rejects.toThrow(`There is no backup in ${backups()}`);
    await backUpNow();
    await mkdir(join(folder, 'full'));
    await writeFile(join(folder, 'full', 'cat.jpg'), 'meow');
    await expect(restoreTo('full')).rejects.toThrow('is not empty');
    expect(await contentOf(join(folder, 'full'))).toEqual({ 'cat.jpg': 'meow' });
    await appendFile(join(installation, 'secrets.json'), 'torn');
    await expect(restoreTo('new')).rejects.toThrow('are damaged');
    await rm(join(installation, 'secrets.json'));
    await expect(restoreTo('new')).rejects.toThrow('has no secrets.json');
    expect((await readdir(folder)).toSorted()).toEqual(['full', 'installation']);
  });
});
