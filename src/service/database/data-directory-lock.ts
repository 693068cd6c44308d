import { randomUUID } from 'node:crypto';
import { link, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname, uptime } from 'node:os';
import { dirname } from 'node:path';
import { ensureDataPlace } from '../data-place.ts';

/** Another process works on the data directory: two at once would destroy it without a word. */
export class DataDirectoryLocked extends Error {
  readonly dataDir: string;
  readonly pid: number;

  constructor(dataDir: string, { pid, host }: Owner) {
    const where = host === hostname() ? '' : ` on ${host}`;
    super(
      `The data directory ${dataDir} is in use by process ${pid}${where}. Stop that process first, or choose another directory.`,
    );
    this.name = 'DataDirectoryLocked';
    this.dataDir = dataDir;
    this.pid = pid;
  }
}

/** Who holds the lock. A pid alone would be mistaken once the system has given it to another process. */
interface Owner {
  readonly pid: number;
  readonly host: string;
  /** When the process began, in the system's own words; empty where the system does not say. */
  readonly began: string;
  /** When the machine began, in seconds since 1970. */
  readonly booted: number;
}

/** The holder shows every so often that it lives, for those who cannot look at its process. */
const beatMs = 10_000;
/** A holder on another machine (a shared volume) counts as gone after this silence; several beats long. */
const silenceMs = 60_000;
/** The clock may be corrected while the machine runs, so its start is known only roughly. */
const bootToleranceSeconds = 60;
/** Taking over a lock takes milliseconds; whoever is at it for longer has died over it. */
const takeOverMs = 10_000;

const bootTime = (): number => Math.round(Date.now() / 1000 - uptime());

/** Start time of a process from Linux's /proc, in ticks since boot; empty on other systems. */
async function beginOf(pid: number): Promise<string> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name in parentheses may hold blanks, so count from behind it: field 22 of the line.
  return status.slice(status.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Not ours to signal, but there.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function isAlive(owner: Owner, file: string): Promise<boolean> {
  if (owner.host !== hostname()) {
    const { mtimeMs } = await stat(file);
    return Date.now() - mtimeMs < silenceMs;
  }
  if (Math.abs(owner.booted - bootTime()) > bootToleranceSeconds) return false;
  if (!isRunning(owner.pid)) return false;
  return (await beginOf(owner.pid)) === owner.began;
}

const errorCode = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** Whoever left a lock that cannot be read: a power cut empties files, and nobody survives one. */
const nobody = (): Owner => ({ pid: 0, host: hostname(), began: '', booted: 0 });

async function readOwner(file: string): Promise<Owner | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Owner;
  } catch (error) {
    if (error instanceof SyntaxError) return nobody();
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Creates `file` with its content whole, or fails with EEXIST; readers never meet an empty lock. */
async function createWhole(file: string, content: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, content, { mode: 0o600, flag: 'wx' });
  try {
    await link(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Removes a dead owner's lock. One process at a time may, otherwise the second would remove the first one's new lock. */
async function removeDead(file: string): Promise<void> {
  const guard = `${file}.takeover`;
  try {
    await writeFile(guard, '', { flag: 'wx' });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    const age = await stat(guard).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    if (age > takeOverMs) await rm(guard, { force: true });
    return;
  }
  try {
    const owner = await readOwner(file);
    if (owner && !(await isAlive(owner, file))) await rm(file, { force: true });
  } finally {
    await rm(guard, { force: true });
  }
}

/** Attempts at a lock whose owner is dead; another process may be taking it over at the same moment. */
const attempts = 20;

/**
 * Takes the lock file beside `dataDir`.
 *
 * @returns the release.
 * @throws DataPlaceUnusable; DataDirectoryLocked when a living process holds it. A lock left by one that was killed is
 * taken over.
 */
export async function lockDataDirectory(dataDir: string): Promise<() => Promise<void>> {
  const file = `${dataDir}.lock`;
  // At a first start nothing is there yet, and the lock is the first that is written.
  await ensureDataPlace(dirname(file));
  const self: Owner = {
    pid: process.pid,
    host: hostname(),
    began: await beginOf(process.pid),
    booted: bootTime(),
  };
  for (let attempt = 0; ; attempt += 1) {
    try {
      await createWhole(file, JSON.stringify(self));
      break;
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
      const owner = await readOwner(file);
      if (owner && (attempt === attempts || (await isAlive(owner, file))))
        throw new DataDirectoryLocked(dataDir, owner);
      await removeDead(file);
    }
  }
  const beat = setInterval(() => {
    const now = new Date();
    // A missed beat is harmless on this machine, where the process itself is looked at.
    utimes(file, now, now).catch(() => {});
  }, beatMs);
  beat.unref();
  return async () => {
    clearInterval(beat);
    await rm(file, { force: true });
  };
}
