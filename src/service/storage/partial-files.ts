import { constants } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFile } from '../database/files.ts';

/** Files that arrive in several requests. */
export interface PartialFiles {
  readonly begin: (version: string) => Promise<void>;
  /**
   * Writes the bytes, and returns the new size. Keeps what was written if the bytes end with an error, and stops after
   * the first piece beyond `maxSize`. Throws WrongOffset.
   */
  readonly append: (
    version: string,
    place: { readonly offset: number; readonly maxSize: number },
    bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ) => Promise<number>;
  /** Returns the file's size, or null if it doesn't exist or is complete. */
  readonly partialSize: (version: string) => Promise<number | null>;
  readonly partialHead: (version: string, length: number) => Promise<Buffer>;
  /** Moves the file to its final path. */
  readonly complete: (version: string) => Promise<void>;
  /** Removes the file. Has no effect on a complete one. */
  readonly discard: (version: string) => Promise<void>;
  /** Removes the files that have not changed since a time (ms), and returns their number. */
  readonly discardOlderThan: (time: number) => Promise<number>;
}

/** Thrown if the bytes don't begin where the file ends. */
export class WrongOffset extends Error {
  override readonly name = 'WrongOffset';
  readonly offset: number;
  constructor(offset: number) {
    super(`The file has ${offset} bytes.`);
    this.offset = offset;
  }
}

interface Paths {
  /** The folder of all partial files. */
  readonly directory: string;
  readonly partial: (version: string) => string;
  readonly final: (version: string) => string;
}

export function createPartialFiles({ directory, partial, final }: Paths): PartialFiles {
  const partialSize = async (version: string) =>
    stat(partial(version)).then(
      ({ size }) => size,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      },
    );
  return {
    async begin(version) {
      const path = partial(version);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await (await open(path, 'wx', 0o600)).close();
    },
    async append(version, { offset, maxSize }, bytes) {
      const size = await partialSize(version);
      if (size !== offset) throw new WrongOffset(size ?? 0);
      // Must not create the file if it was removed meanwhile.
      const file = await open(partial(version), constants.O_WRONLY | constants.O_APPEND);
      let end = offset;
      try {
        for await (const piece of bytes) {
          await file.appendFile(piece);
          end += piece.length;
          if (end > maxSize) break;
        }
      } finally {
        try {
          await file.sync();
        } finally {
          await file.close();
        }
      }
      return end;
    },
    partialSize,
    async partialHead(version, length) {
      const file = await open(partial(version));
      try {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
        return buffer.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
    },
    async complete(version) {
      const path = final(version);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await rename(partial(version), path);
      await syncFile(dirname(path));
    },
    discard: (version) => rm(partial(version), { force: true }),
    async discardOlderThan(time) {
      let count = 0;
      for (const name of await readdir(directory).catch(() => [])) {
        const path = join(directory, name);
        const facts = await stat(path).catch(() => null);
        if (!facts || facts.mtimeMs >= time) continue;
        await rm(path, { force: true });
        count += 1;
      }
      return count;
    },
  };
}
