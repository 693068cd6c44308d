import { describe, expect, it } from 'vitest';
import { scaledSize } from '../formats/image.ts';
import { readImageHeader } from './image-size.ts';

const bytes = (...parts: readonly (string | readonly number[])[]) =>
  Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === 'string' ? Array.from(part, (sign) => sign.charCodeAt(0)) : [...part],
    ),
  );
const png = (width: number, height: number) => {
  const header = bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', Array(17).fill(0));
  const view = new DataView(header.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return header;
};
const still = (width: number, height: number) => ({ width, height, isAnimated: false });
const frame = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 1, 0, 0];
const gif = (frames: number) =>
  bytes('GIF89a', [2, 0, 3, 0, 0, 0, 0], [0x21, 0xf9, 1, 0, 0], ...Array(frames).fill(frame), [0x3b]);

describe('the header of an image', () => {
  it.each([
    ['PNG', png(50_000, 50_000), still(50_000, 50_000)],
    [
      'JPEG after other segments and fill bytes',
      bytes([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xff, 0xc2, 0, 9, 8, 1, 0, 2, 0, 1]),
      still(512, 256),
    ],
    ['GIF', gif(1), still(2, 3)],
    ['animated GIF', gif(2), { width: 2, height: 3, isAnimated: true }],
    ['lossy WebP', bytes('RIFF....WEBPVP8 ', Array(10).fill(0), [64, 1, 200, 0]), still(320, 200)],
    ['lossless WebP', bytes('RIFF....WEBPVP8L....', [0x2f, 0x3f, 0x81, 0x0c, 0]), still(320, 51)],
    [
      'animated WebP',
      bytes('RIFF....WEBPVP8X....', [2, 0, 0, 0, 0x3f, 1, 0, 0x31, 0, 0]),
      { width: 320, height: 50, isAnimated: true },
    ],
    [
      'HEIC with a thumbnail',
      bytes(
        '....ftypheic',
        '....ispe....',
        [0, 0, 0, 9, 0, 0, 0, 9],
        '....ispe....',
        [0, 0, 15, 192, 0, 0, 11, 208],
        '....'.repeat(8),
      ),
      still(4032, 3024),
    ],
  ])('contains the size: %s', (_, header, expected) => expect(readImageHeader(header)).toEqual(expected));

  it.each([
    ['is cut', png(10, 10).slice(0, 18)],
    ['is a JPEG without a frame', bytes([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0])],
    ['has no height', png(10, 0)],
    ['is another format', bytes('text instead of an image')],
    ['is empty', bytes()],
  ])('is damaged if it %s', (_, header) => expect(readImageHeader(header)).toBeNull());
});

it('images are scaled to 2,048 pixels at most and never enlarged', () => {
  expect(scaledSize(4096, 1024)).toEqual({ width: 2048, height: 512 });
  expect(scaledSize(300, 200)).toEqual({ width: 300, height: 200 });
  expect(scaledSize(1, 50_000)).toEqual({ width: 1, height: 2048 });
});
