import { randomUUID } from 'node:crypto';
import { link, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname, uptime } from 'node:os';
import { dirname } from 'node:path';
import { ensureDataDirectory } from '../data-directory-access.ts';

/** Thrown if another process uses the data directory. Two processes would corrupt it without an error. */
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

/** The process that owns the lock. Its pid is not enough, because the system may reuse it for another process. */
interface Owner {
  readonly pid: number;
  readonly host: string;
  /** Start time of the process in the system's format. Empty if the system doesn't report it. */
  readonly began: string;
  /** Boot time of the machine, in seconds since 1970. */
  readonly booted: number;
}

/** How often the owner updates the lock's time, for machines that can't see the process. */
const heartbeatMs = 10_000;
/** An owner on another machine (with a shared volume) counts as dead after this time without an update. */
const heartbeatTimeoutMs = 60_000;
/** Clocks are corrected while a machine runs, so its boot time is only approximate. */
const bootToleranceSeconds = 60;
/** Taking over a lock takes milliseconds, so a takeover that lasts longer has crashed. */
const takeOverMs = 10_000;

const bootTime = (): number => Math.round(Date.now() / 1000 - uptime());

/**
 * Reads the start time of a process from Linux's /proc, in ticks since boot. Returns an empty text on other systems.
 */
async function processStartTime(pid: number): Promise<string> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The start time is field 22. Fields are counted after the name in parentheses, because the name may contain spaces.
  return status.slice(status.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process exists and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function isAlive(owner: Owner, file: string): Promise<boolean> {
  if (owner.host !== hostname()) {
    const { mtimeMs } = await stat(file);
    return Date.now() - mtimeMs < heartbeatTimeoutMs;
  }
  if (Math.abs(owner.booted - bootTime()) > bootToleranceSeconds) return false;
  if (!isRunning(owner.pid)) return false;
  return (await processStartTime(owner.pid)) === owner.began;
}

const errorCode = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** Used for a lock file that can't be read: a power failure may have emptied it, and no process survives that. */
const deadOwner = (): Owner => ({ pid: 0, host: hostname(), began: '', booted: 0 });

async function readOwner(file: string): Promise<Owner | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Owner;
  } catch (error) {
    if (error instanceof SyntaxError) return deadOwner();
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Creates `file` with its complete content, so that no process reads an empty lock. Fails with EEXIST if the file
 * exists.
 */
async function createAtomically(file: string, content: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, content, { mode: 0o600, flag: 'wx' });
  try {
    await link(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Removes a dead owner's lock. Only one process at a time may do that, otherwise a second one could remove the first
 * one's new lock.
 */
async function removeDeadLock(file: string): Promise<void> {
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

/** Maximum attempts to take a dead owner's lock. Other processes may be trying at the same time. */
const maxAttempts = 20;

/**
 * Takes the lock file next to `dataDir`, even if its previous owner was killed.
 *
 * @returns a function that releases the lock
 * @throws DataDirectoryUnusable, DataDirectoryLocked
 */
export async function lockDataDirectory(dataDir: string): Promise<() => Promise<void>> {
  const file = `${dataDir}.lock`;
  // At the first start, the parent directory may not exist yet.
  await ensureDataDirectory(dirname(file));
  const self: Owner = {
    pid: process.pid,
    host: hostname(),
    began: await processStartTime(process.pid),
    booted: bootTime(),
  };
  for (let attempt = 0; ; attempt += 1) {
    try {
      await createAtomically(file, JSON.stringify(self));
      break;
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
      const owner = await readOwner(file);
      if (owner && (attempt === maxAttempts || (await isAlive(owner, file))))
        throw new DataDirectoryLocked(dataDir, owner);
      await removeDeadLock(file);
    }
  }
  const beat = setInterval(() => {
    const now = new Date();
    // On this machine a missed update does no harm, because the process itself is checked.
    utimes(file, now, now).catch(() => {});
  }, heartbeatMs);
  beat.unref();
  return async () => {
    clearInterval(beat);
    await rm(file, { force: true });
  };
}
