import { crc32, deflateRawSync, deflateSync } from 'node:zlib';

/** Creates a PNG that claims this size. It has `rows` rows of empty pixels. */
export function createPng(width: number, height: number, rows = 0): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc(rows * (1 + width * 4)), { level: 9 });
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', pixels),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, sum]);
}

interface ZipEntry {
  readonly name: string;
  readonly content?: Buffer;
  readonly size?: number;
  readonly isEncrypted?: boolean;
}

/**
 * Creates a ZIP file whose entries may declare wrong sizes. Entries with the same `content` share one compressed copy.
 */
export function forgedZip(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  const stored = new Map<Buffer | undefined, { at: number; packed: Buffer }>();
  let at = 0;
  for (const { name, content, size, isEncrypted } of entries) {
    const packed = stored.get(content)?.packed ?? deflateRawSync(content ?? Buffer.alloc(0), { level: 9 });
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE(8, 8);
    header.writeUInt16LE(Buffer.byteLength(name), 26);
    const start = stored.get(content)?.at ?? at;
    if (!stored.has(content)) {
      stored.set(content, { at, packed });
      locals.push(header, Buffer.from(name), packed);
      at += 30 + Buffer.byteLength(name) + packed.length;
    }
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(isEncrypted ? 1 : 0, 8);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(size ?? content?.length ?? 0, 24);
    entry.writeUInt16LE(Buffer.byteLength(name), 28);
    entry.writeUInt32LE(start, 42);
    directory.push(entry, Buffer.from(name));
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(65_535, entries.length), 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, list, end]);
}
