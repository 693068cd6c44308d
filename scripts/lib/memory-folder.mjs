// Puts the temporary files of the tests into memory. No dependencies, because it runs before anything is installed.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const prefix = 'clover-tests-';
/** In bytes. The tests need a quarter of this. */
const minFree = 4 * 1024 ** 3;

function isUsable() {
  // Containers often have a memory disk that is too small or does not allow running programs.
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .findLast((line) => line.split(' ')[1] === memory);
  if (!mount || mount.split(' ')[3].split(',').includes('noexec')) return false;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > minFree && freemem() > minFree;
}

/** Removes the folders of killed runs, which don't delete them. */
function removeAbandoned() {
  for (const name of readdirSync(memory))
    if (name.startsWith(prefix) && !existsSync(`/proc/${name.slice(prefix.length)}`))
      rmSync(join(memory, name), { recursive: true, force: true });
}

/**
 * Puts the temporary files of this process and its children into memory if there is enough memory. The tests create and
 * copy hundreds of databases with a thousand files each. Does not change a `TMPDIR` that is already set.
 */
export function keepTemporaryFilesInMemory() {
  if (process.platform !== 'linux' || process.env.TMPDIR || !isUsable()) return;
  removeAbandoned();
  const folder = join(memory, `${prefix}${process.pid}`);
  mkdirSync(folder, { recursive: true });
  process.env.TMPDIR = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
}
