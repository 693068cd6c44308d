import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Byte offsets in `global/pg_control` of PostgreSQL 17 (ControlFileData in pg_control.h). */
const versionAt = 8;
const stateAt = 16;
const pageSizeAt = 216;
const checksumVersionAt = 252;
const crcAt = 288;

const controlVersion = 1700;
/** The state DB_SHUTDOWNED: all pages are on the disk, so nothing has to be recovered from the write-ahead log. */
const cleanShutdown = 1;

/** CRC-32C's polynomial (Castagnoli), reversed. */
const polynomial = 0x82f63b78;

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ polynomial : value >>> 1;
  return value;
});

/** Computes a CRC-32C (RFC 3720, appendix B.4), which is PostgreSQL's checksum of its control file. */
export function crc32c(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (crcTable[(crc ^ byte) & 0xff] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
}

export interface ControlFile {
  readonly isShutDown: boolean;
  readonly hasChecksums: boolean;
}

const pathIn = (dataDir: string) => join(dataDir, 'global', 'pg_control');

/** Reads the control file. Returns undefined if it is damaged or not from PostgreSQL 17. */
export async function readControlFile(dataDir: string): Promise<ControlFile | undefined> {
  const content = await readFile(pathIn(dataDir)).catch(() => undefined);
  if (
    !content ||
    content.length < crcAt + 4 ||
    content.readUInt32LE(versionAt) !== controlVersion ||
    content.readUInt32LE(pageSizeAt) !== 8192 ||
    content.readUInt32LE(crcAt) !== crc32c(content.subarray(0, crcAt))
  )
    return undefined;
  return {
    isShutDown: content.readUInt32LE(stateAt) === cleanShutdown,
    hasChecksums: content.readUInt32LE(checksumVersionAt) === 1,
  };
}

/**
 * Turns checksums on in a closed data directory. All pages must already have a checksum, because PostgreSQL then checks
 * every page that it reads.
 */
export async function setChecksumVersion(dataDir: string): Promise<void> {
  const content = await readFile(pathIn(dataDir));
  content.writeUInt32LE(1, checksumVersionAt);
  content.writeUInt32LE(crc32c(content.subarray(0, crcAt)), crcAt);
  const file = await open(pathIn(dataDir), 'r+');
  try {
    await file.write(content, 0, content.length, 0);
    await file.sync();
  } finally {
    await file.close();
  }
}
