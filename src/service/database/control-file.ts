import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32c } from './crc32c.ts';

/** Positions in `global/pg_control` of PostgreSQL 17 (ControlFileData in pg_control.h). */
const versionAt = 8;
const stateAt = 16;
const pageSizeAt = 216;
const checksumVersionAt = 252;
const crcAt = 288;

const controlVersion = 1700;
/** DB_SHUTDOWNED: every page is on the disk, and nothing waits in the log. */
const shutDown = 1;

export interface ControlFile {
  /** Whether the database was closed, rather than killed. */
  readonly isShutDown: boolean;
  /** Whether every page carries a checksum. */
  readonly hasChecksums: boolean;
}

const place = (dataDir: string) => join(dataDir, 'global', 'pg_control');

/** Reads the state of a data directory; undefined if the file isn't one of PostgreSQL 17 or is damaged. */
export async function readControlFile(dataDir: string): Promise<ControlFile | undefined> {
  const content = await readFile(place(dataDir)).catch(() => undefined);
  if (
    !content ||
    content.length < crcAt + 4 ||
    content.readUInt32LE(versionAt) !== controlVersion ||
    content.readUInt32LE(pageSizeAt) !== 8192 ||
    content.readUInt32LE(crcAt) !== crc32c(content.subarray(0, crcAt))
  )
    return undefined;
  return {
    isShutDown: content.readUInt32LE(stateAt) === shutDown,
    hasChecksums: content.readUInt32LE(checksumVersionAt) === 1,
  };
}

/** Notes in a closed data directory that every page carries a checksum; PostgreSQL checks each page it reads from then on. */
export async function noteChecksums(dataDir: string): Promise<void> {
  const content = await readFile(place(dataDir));
  content.writeUInt32LE(1, checksumVersionAt);
  content.writeUInt32LE(crc32c(content.subarray(0, crcAt)), crcAt);
  const file = await open(place(dataDir), 'r+');
  try {
    await file.write(content, 0, content.length, 0);
    await file.sync();
  } finally {
    await file.close();
  }
}
