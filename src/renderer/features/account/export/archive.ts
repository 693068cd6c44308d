import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';

export interface Archive {
  /** Compresses text. Bytes are stored as they are. */
  readonly add: (name: string, content: string | Uint8Array<ArrayBuffer>) => void;
  /** Rejects if compressing a file failed. */
  readonly finish: () => Promise<Blob>;
}

/** Writes the .zip piece by piece, so that a long history is never in memory twice. */
export function createArchive(): Archive {
  const pieces: BlobPart[] = [];
  const result = Promise.withResolvers<Blob>();
  const zip = new Zip((error, piece, isLast) => {
    if (error) return result.reject(error);
    pieces.push(new Uint8Array(piece));
    if (isLast) result.resolve(new Blob(pieces, { type: 'application/zip' }));
  });
  // finish() reports earlier failures.
  result.promise.catch(() => {});
  return {
    add(name, content) {
      const isText = typeof content === 'string';
      const file = isText ? new ZipDeflate(name, { level: 6 }) : new ZipPassThrough(name);
      zip.add(file);
      file.push(isText ? strToU8(content) : content, true);
    },
    finish() {
      zip.end();
      return result.promise;
    },
  };
}
