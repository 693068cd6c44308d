import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readControlFile, setChecksumVersion } from './control-file.ts';
import {
  isUnusedPage,
  pageChecksum,
  pageSize,
  storeChecksum,
  storedChecksum,
  type Page,
} from './page-checksums.ts';

/** Pages per file of a table. Larger tables continue in `<name>.1`, `<name>.2`… */
const pagesPerFile = 131_072;
/** 1 MiB per read. */
const pagesPerRead = 128;

/** Files whose pages have checksums: tables and indexes, with their forks and additional segments. */
const tableFile = /^\d+(?:_(?:fsm|vm|init))?(?:\.(\d+))?$/;

async function tableFiles(dataDir: string): Promise<string[]> {
  const databases = await readdir(join(dataDir, 'base'));
  const folders = ['global', ...databases.map((each) => join('base', each))];
  const files = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(join(dataDir, folder)))
        .filter((name) => tableFile.test(name))
        .map((name) => join(folder, name)),
    ),
  );
  return files.flat();
}

const createPageBuffer = () => Buffer.alloc(pagesPerRead * pageSize);

/**
 * Calls `visit` for every used page of a file. If `visit` returns true, it has changed the page, which is then written.
 *
 * @param memory the buffer for one read, shared by all files because a new database has a thousand small ones
 * @param visit a function that gets the page and its number in the table
 */
async function visitPages(
  path: string,
  flags: 'r' | 'r+',
  memory: Buffer,
  visit: (page: Page, block: number) => boolean | void,
): Promise<void> {
  const first = Number(tableFile.exec(path.split(/[/\\]/).at(-1) ?? '')?.[1] ?? 0) * pagesPerFile;
  const file = await open(path, flags);
  try {
    for (let start = 0; ; start += pagesPerRead) {
      const { bytesRead } = await file.read(memory, 0, memory.length, start * pageSize);
      const pages = Math.floor(bytesRead / pageSize);
      let isChanged = false;
      for (let index = 0; index < pages; index += 1) {
        const page = new Int32Array(memory.buffer, memory.byteOffset + index * pageSize, pageSize / 4);
        if (!isUnusedPage(page) && visit(page, first + start + index)) isChanged = true;
      }
      if (isChanged) await file.write(memory, 0, pages * pageSize, start * pageSize);
      if (pages < pagesPerRead) break;
    }
    if (flags === 'r+') await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Looks for a page with a wrong checksum, at about 300 MB per second. Nothing may write to the directory meanwhile.
 *
 * @returns the first damaged file; undefined if there is none, or if the pages have no checksums yet
 */
export async function findDamage(dataDir: string): Promise<string | undefined> {
  if (!(await readControlFile(dataDir))?.hasChecksums) return undefined;
  const memory = createPageBuffer();
  for (const name of await tableFiles(dataDir)) {
    let isDamaged = false;
    await visitPages(join(dataDir, name), 'r', memory, (page, block) => {
      if (storedChecksum(page) !== pageChecksum(page, block)) isDamaged = true;
    });
    if (isDamaged) return name;
  }
  return undefined;
}

/**
 * Adds a checksum to every page of a closed database, like `pg_checksums --enable`, because PGlite's initdb can't. It
 * writes the control file last, so it can be killed and run again. Does nothing if checksums are on or the database
 * wasn't closed cleanly.
 */
export async function enableChecksums(dataDir: string): Promise<void> {
  const control = await readControlFile(dataDir);
  if (!control?.isShutDown || control.hasChecksums) return;
  const memory = createPageBuffer();
  for (const name of await tableFiles(dataDir))
    await visitPages(join(dataDir, name), 'r+', memory, (page, block) => {
      storeChecksum(page, pageChecksum(page, block));
      return true;
    });
  await setChecksumVersion(dataDir);
}
