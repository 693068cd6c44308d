import { mkdir, open, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFile } from '../database/files.ts';

/** Files that arrive in several requests. */
export interface PartialFiles {
  readonly begin: (version: string) => Promise<void>;
  /**
   * Writes the bytes, and returns the new size. Keeps what was written if the bytes end with an error, and stops after
   * the first piece beyond `most`. Throws WrongOffset.
   */
  readonly append: (
    version: string,
    place: { readonly offset: number; readonly most: number },
    bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ) => Promise<number>;
  /** Null if there is no such file, or it is complete. */
  readonly partialSize: (version: string) => Promise<number | null>;
  readonly partialHead: (version: string, length: number) => Promise<Buffer>;
  /** Gives the file its name. */
  readonly complete: (version: string) => Promise<void>;
}

/** The bytes do not continue the file. */
export class WrongOffset extends Error {
  override readonly name = 'WrongOffset';
  readonly offset: number;
  constructor(offset: number) {
    super(`The file has ${offset} bytes.`);
    this.offset = offset;
  }
}

interface Paths {
  readonly partial: (version: string) => string;
  readonly final: (version: string) => string;
}

export function createPartialFiles({ partial, final }: Paths): PartialFiles {
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
    async append(version, { offset, most }, bytes) {
      const size = await partialSize(version);
      if (size !== offset) throw new WrongOffset(size ?? 0);
      const file = await open(partial(version), 'r+');
      let end = offset;
      try {
        for await (const piece of bytes) {
          await file.write(piece, 0, piece.length, end);
          end += piece.length;
          if (end > most) break;
        }
      } finally {
        await file.sync();
        await file.close();
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
  };
}
