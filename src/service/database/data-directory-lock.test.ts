import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataDirectoryLocked, lockDataDirectory } from './data-directory-lock.ts';

const holder = new URL('testing/hold-lock.ts', import.meta.url);

describe("a data directory's lock", () => {
  let folder: string;
  let dataDir: string;
  const children: ChildProcess[] = [];
  const lockFile = () => `${dataDir}.lock`;
  const hold = async (): Promise<ChildProcess> => {
    const child = fork(holder, [dataDir]);
    children.push(child);
    await once(child, 'message');
    return child;
  };
  const owner = async () => JSON.parse(await readFile(lockFile(), 'utf8')) as Record<string, unknown>;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'clover-lock-'));
    dataDir = join(folder, 'database');
  });
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    await rm(folder, { recursive: true });
  });

  it('refuses a second process with a clear message, and a second lock by the same process', async () => {
    const { pid } = await hold();
    const second = lockDataDirectory(dataDir);
    await expect(second).rejects.toThrow(DataDirectoryLocked);
    await expect(second).rejects.toThrow(`is in use by process ${pid}. Stop that process first`);
  });

  it('can be taken before the folder exists', async () => {
    const release = await lockDataDirectory(join(folder, 'first', 'start', 'database'));
    expect(await readdir(join(folder, 'first', 'start'))).toEqual(['database.lock']);
    await release();
  });

  it('is free again once released, and leaves no file', async () => {
    const release = await lockDataDirectory(dataDir);
    await expect(lockDataDirectory(dataDir)).rejects.toThrow(DataDirectoryLocked);
    await release();
    expect(await readdir(folder)).toEqual([]);
    await (
      await lockDataDirectory(dataDir)
    )();
  });

  it('is taken over from a process that was killed', async () => {
    const child = await hold();
    child.kill('SIGKILL');
    await once(child, 'exit');
    const release = await lockDataDirectory(dataDir);
    expect(await owner()).toMatchObject({ pid: process.pid });
    await release();
  });

  it('is taken by exactly one of many processes if its owner is dead', async () => {
    const child = await hold();
    child.kill('SIGKILL');
    await once(child, 'exit');
    const tries = await Promise.allSettled(Array.from({ length: 12 }, () => lockDataDirectory(dataDir)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await readdir(folder)).toEqual(['database.lock']);
  });

  it.each([
    ['another process that got the pid of the dead owner', { began: '1' }],
    ['a pid from before the machine was restarted', { booted: 1_000_000_000 }],
  ])('is not confused by %s', async (_name, change) => {
    const release = await lockDataDirectory(dataDir);
    await writeFile(lockFile(), JSON.stringify({ ...(await owner()), ...change }));
    await (
      await lockDataDirectory(dataDir)
    )();
    await release();
    expect(await readdir(folder)).toEqual([]);
  });

  it('is taken over if a power failure has emptied its file', async () => {
    await writeFile(lockFile(), '');
    const release = await lockDataDirectory(dataDir);
    expect(await owner()).toMatchObject({ pid: process.pid });
    await release();
  });

  it('keeps an owner on another machine until a minute after its last update', async () => {
    await writeFile(lockFile(), JSON.stringify({ pid: 1, host: 'elsewhere', began: '1', booted: 1 }));
    const secondsAgo = async (seconds: number) => {
      const then = new Date(Date.now() - seconds * 1000);
      await utimes(lockFile(), then, then);
    };
    await secondsAgo(30);
    await expect(lockDataDirectory(dataDir)).rejects.toThrow('is in use by process 1 on elsewhere');
    await secondsAgo(61);
    await (
      await lockDataDirectory(dataDir)
    )();
  });
});
