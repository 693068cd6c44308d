import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ensureDataDirectory } from './data-directory-access.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clover-place-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('creates the directory with its parents, for this user only, and leaves an existing one unchanged', async () => {
  const path = join(folder, 'a', 'b');
  await ensureDataDirectory(path);
  expect((await stat(path)).mode & 0o777).toBe(0o700);
  await ensureDataDirectory(path);
  await ensureDataDirectory(folder);
});

it('refuses a file, and a path below a file', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  const advice = 'Set CLOVER_DATA_DIR to a directory that this user can write to.';
  await expect(ensureDataDirectory(file)).rejects.toThrow(
    `The data directory ${file} can't be used: it is a file. ${advice}`,
  );
  await expect(ensureDataDirectory(join(file, 'below'))).rejects.toThrow('a part of the path is a file');
});

it.runIf(process.platform === 'linux')(
  'refuses a place where no directory can be created, instead of waiting',
  async () => {
    await expect(ensureDataDirectory('/proc/clover/data')).rejects.toThrow(
      'it does not exist and no directory can be created there',
    );
  },
);
