import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { drawDemoImage } from './demo-image.ts';
import { imageTypeOf } from '../../../src/shared/domain/image-type.ts';

/** Reads a PNG according to its specification: dimensions, checksums, rows. */
function read(file: Uint8Array) {
  const view = Buffer.from(file);
  const chunks: Record<string, Buffer> = {};
  for (let at = 8; at < view.length;) {
    const length = view.readUInt32BE(at);
    chunks[view.toString('latin1', at + 4, at + 8)] = view.subarray(at + 8, at + 8 + length);
    at += length + 12;
  }
  const { IHDR, IDAT } = chunks;
  const [width, height] = [IHDR!.readUInt32BE(0), IHDR!.readUInt32BE(4)];
  const rows = inflateSync(IDAT!);
  const pixel = (x: number, y: number) => rows[y * (width + 1) + 1 + x];
  return { width, height, names: Object.keys(chunks), size: rows.length, pixel };
}

describe("the demo's image", () => {
  it.each([
    ['1024x1024', 512, 512],
    ['1024x1536', 341, 512],
    ['1792x1024', 512, 293],
    ['256x256', 256, 256],
  ])('with the size %s is a PNG of %i by %i', async (size, width, height) => {
    const file = await drawDemoImage('A fox', size);
    expect(imageTypeOf(file)).toBe('image/png');
    const picture = read(file);
    expect(picture).toMatchObject({ width, height, size: (width + 1) * height });
    expect(picture.names).toEqual(['IHDR', 'PLTE', 'IDAT', 'IEND']);
  });

  it('shows a leaf on paper and is labeled', async () => {
    const { pixel, width, height } = read(await drawDemoImage('A fox', '512x512'));
    const colors = new Map<number | undefined, number>();
    let written = 0;
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) {
        colors.set(pixel(x, y), (colors.get(pixel(x, y)) ?? 0) + 1);
        if (pixel(x, y) === 3 && y > height * 0.85) written += 1;
      }
    expect(new Set(colors.keys())).toEqual(new Set([0, 1, 2, 3]));
    expect(colors.get(1)).toBeGreaterThan((width * height) / 10);
    expect(written).toBe(colors.get(3));
  });

  it('depends on the prompt only', async () => {
    const [one, same, other] = await Promise.all(
      ['A fox', 'A fox', 'A hare'].map((prompt) => drawDemoImage(prompt, '256x256')),
    );
    expect(Buffer.compare(one!, same!)).toBe(0);
    expect(Buffer.compare(one!, other!)).not.toBe(0);
  });
});
