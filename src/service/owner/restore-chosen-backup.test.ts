import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { backUp } from '../database/backup.ts';
import { restoreChosenBackup } from './restore-chosen-backup.ts';

const schema = '20260101000000';
let folder: string;
let logged: string[];
const table = () => join(folder, 'database', 'base');
const backUpNow = async () =>
  basename(await backUp(join(folder, 'database'), { directory: join(folder, 'backups'), schema }));
const restore = (name: string) =>
  restoreChosenBackup(folder, name, join(folder, 'migrations'), (event, fields) =>
    logged.push(`${event} ${fields?.['error'] ?? ''}`),
  );
const databases = async () => (await readdir(folder)).filter((name) => name.startsWith('database'));

beforeEach(async () => {
  logged = [];
  folder = await mkdtemp(join(tmpdir(), 'clover-owner-restore-'));
  for (const name of ['database', 'migrations']) await mkdir(join(folder, name));
  await writeFile(join(folder, 'migrations', `${schema}_start.sql`), 'select 1;');
  await writeFile(join(folder, 'database', 'PG_VERSION'), '17\n');
  await writeFile(table(), 'rows');
});
afterEach(() => rm(folder, { recursive: true }));

it('replaces the database with the backup, and keeps the old one next to it', async () => {
  const backup = await backUpNow();
  await writeFile(table(), 'newer rows');
  expect(await restore(backup)).toBeNull();
  expect(await readFile(table(), 'utf8')).toBe('rows');
  const [, replaced] = (await databases()).toSorted();
  expect(await readFile(join(folder, replaced!, 'base'), 'utf8')).toBe('newer rows');
  expect(logged).toEqual(['restored ']);
});

it('refuses a missing or damaged backup with a message for the owner, and changes nothing', async () => {
  expect(await restore('2026-11-20T08-15-00.000Z')).toMatch(
    /^There is no backup 2026-11-20T08-15-00\.000Z in /,
  );
  await backUpNow();
  const damaged = await backUpNow();
  await writeFile(join(folder, 'backups', damaged, 'base'), 'rowz');
  // The owner of the desktop app has no command line, so the message names no command.
  expect(await restore(damaged)).toBe(
    `The backup ${damaged} is damaged: base has changed since the backup was made.`,
  );
  expect(await readFile(table(), 'utf8')).toBe('rows');
  expect(await databases()).toEqual(['database']);
  expect(logged).toEqual(['restore.failed RestoreRefused', 'restore.failed BackupUnusable']);
});
