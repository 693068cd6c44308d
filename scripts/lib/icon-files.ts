// The two file formats for a program's icon. Both contain PNG files unchanged.

/** A square PNG with this edge length in pixels. */
export interface IconImage {
  readonly size: number;
  readonly png: Buffer;
}

/** Builds an `.ico` file for Windows: a table, then the images. Sizes up to 256. */
export function icoFile(pictures: readonly IconImage[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2); // an icon, not a cursor
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, { size, png }] of pictures.entries()) {
    const at = 6 + 16 * index;
    head.writeUInt8(size % 256, at); // 256 is written as 0
    head.writeUInt8(size % 256, at + 1);
    head.writeUInt16LE(1, at + 4); // color planes
    head.writeUInt16LE(32, at + 6); // bits per pixel
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
}

/** macOS names each image by its size in pixels. The second name of a pair is for high-density screens. */
const icnsTypes: Readonly<Record<number, readonly string[]>> = {
  32: ['ic11'],
  64: ['ic12'],
  128: ['ic07'],
  256: ['ic08', 'ic13'],
  512: ['ic09', 'ic14'],
  1024: ['ic10'],
};

/** Builds an `.icns` file for macOS. Throws for sizes that the format doesn't have. */
export function icnsFile(pictures: readonly IconImage[]): Buffer {
  const parts = pictures.flatMap(({ size, png }) => {
    const names = icnsTypes[size];
    if (!names) throw new Error(`macOS has no icon of ${size} pixels.`);
    return names.map((name) => {
      const head = Buffer.alloc(8);
      head.write(name, 0, 'latin1');
      head.writeUInt32BE(8 + png.length, 4);
      return Buffer.concat([head, png]);
    });
  });
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.write('icns', 0, 'latin1');
  head.writeUInt32BE(8 + body.length, 4);
  return Buffer.concat([head, body]);
}
