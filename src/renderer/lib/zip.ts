/** The archive is damaged, or its format is not supported. */
export class DamagedZip extends Error {
  override readonly name = 'DamagedZip';
}

export interface ZipEntry {
  readonly name: string;
  /** The unpacked size in bytes that the archive states. */
  readonly size: number;
  readonly isEncrypted: boolean;
  /** Rejects with DamagedZip if the entry is encrypted, damaged or larger than `size`. */
  readonly read: () => Promise<Blob>;
}

const endLength = 22;
const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const localMark = 0x04034b50;
const maxCommentLength = 65_535;
const maxEntries = 65_535;

const damagedZip = () => new DamagedZip('The archive is damaged or has an unsupported format.');

/**
 * Reads the central directory of a .zip archive (stored or deflated, not encrypted, below 4 GB). Nothing is
 * unpacked until `read`.
 */
export async function readZip(file: Blob): Promise<ZipEntry[]> {
  const tail = await viewOf(file.slice(Math.max(0, file.size - endLength - maxCommentLength)));
  let end = tail.byteLength - endLength;
  while (end >= 0 && tail.getUint32(end, true) !== endMark) end -= 1;
  if (end < 0) throw damagedZip();
  const length = tail.getUint32(end + 12, true);
  const start = tail.getUint32(end + 16, true);
  if (start + length > file.size) throw damagedZip();
  const directory = await viewOf(file.slice(start, start + length));
  const entries: ZipEntry[] = [];
  for (let at = 0; at + 46 <= directory.byteLength && entries.length < maxEntries;) {
    if (directory.getUint32(at, true) !== entryMark) throw damagedZip();
    const isEncrypted = (directory.getUint16(at + 8, true) & 1) === 1;
    const method = directory.getUint16(at + 10, true);
    const packed = directory.getUint32(at + 20, true);
    const size = directory.getUint32(at + 24, true);
    const nameLength = directory.getUint16(at + 28, true);
    const next =
      at + 46 + nameLength + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true);
    const header = directory.getUint32(at + 42, true);
    if (next > directory.byteLength) throw damagedZip();
    const name = new TextDecoder().decode(new Uint8Array(directory.buffer, at + 46, nameLength));
    entries.push({
      name,
      size,
      isEncrypted,
      read: async () => {
        if (isEncrypted || (method !== 0 && method !== 8)) throw damagedZip();
        const local = await viewOf(file.slice(header, header + 30));
        if (local.byteLength < 30 || local.getUint32(0, true) !== localMark) throw damagedZip();
        const from = header + 30 + local.getUint16(26, true) + local.getUint16(28, true);
        const data = file.slice(from, from + packed);
        return method === 0 ? data : inflate(data, size);
      },
    });
    at = next;
  }
  return entries;
}

async function inflate(data: Blob, size: number): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const { readable, writable } = new DecompressionStream('deflate-raw');
  try {
    const writer = writable.getWriter();
    // Errors appear on the readable side.
    writer
      .write(await data.arrayBuffer())
      .then(() => writer.close())
      .catch(() => {});
    const reader = readable.getReader();
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      length += piece.value.byteLength;
      // Stops at the stated size, so that zip bombs can't fill the memory.
      if (length > size) {
        await reader.cancel();
        break;
      }
      pieces.push(piece.value);
    }
  } catch {
    throw damagedZip();
  }
  if (length !== size) throw damagedZip();
  return new Blob(pieces);
}

async function viewOf(part: Blob): Promise<DataView<ArrayBuffer>> {
  return new DataView(await part.arrayBuffer());
}
