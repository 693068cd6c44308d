import { describe, expect, it } from 'vitest';
import { imageTypeOf } from './image-type.ts';

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

describe("an image's type", () => {
  it.each([
    ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'image/png'],
    ['\xff\xd8\xff\xe0\0\x10JFIF', 'image/jpeg'],
    ['RIFF\x24\0\0\0WEBPVP8 ', 'image/webp'],
  ])('is recognized by the first bytes %j', (start, type) => {
    expect(imageTypeOf(bytes(start))).toBe(type);
  });

  it.each([
    '',
    '\x89PNG',
    '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>',
    '<!doctype html><p>\x89PNG\r\n\x1a\n',
    'GIF89a',
    'RIFF\x24\0\0\0WAVEfmt ',
    ' \xff\xd8\xff',
  ])('is unknown for %j', (start) => {
    expect(imageTypeOf(bytes(start))).toBeNull();
  });
});
