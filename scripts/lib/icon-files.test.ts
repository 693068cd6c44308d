import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { icnsFile, icoFile } from './icon-files.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Returns fake image data. Containers only need the signature of a PNG file. The content identifies the file. */
const png = (content: string) => Buffer.concat([signature, Buffer.from(content)]);

function readIco(file: Buffer) {
  return Array.from({ length: file.readUInt16LE(4) }, (_, index) => {
    const at = 6 + 16 * index;
    const [length, offset] = [file.readUInt32LE(at + 8), file.readUInt32LE(at + 12)];
    return { size: file.readUInt8(at) || 256, png: file.subarray(offset, offset + length) };
  });
}

function readIcns(file: Buffer) {
  const entries = new Map<string, Buffer>();
  for (let at = 8; at < file.length; at += file.readUInt32BE(at + 4))
    entries.set(file.toString('latin1', at, at + 4), file.subarray(at + 8, at + file.readUInt32BE(at + 4)));
  return entries;
}

/** Reads the edge length from the file's header. */
const widthOf = (file: Buffer) => file.readUInt32BE(16);

describe('the files of icons', () => {
  const pictures = [
    { size: 32, png: png('small') },
    { size: 256, png: png('large one') },
  ];

  it('contain the images unchanged, for Windows', () => {
    expect(readIco(icoFile(pictures))).toEqual(pictures);
  });

  it('contain the images unchanged, for macOS, and refuse a size without a name', () => {
    const file = icnsFile(pictures);
    expect(file.readUInt32BE(4)).toBe(file.length);
    expect([...readIcns(file)]).toEqual([
      ['ic11', pictures[0]!.png],
      ['ic08', pictures[1]!.png],
      ['ic13', pictures[1]!.png],
    ]);
    expect(() => icnsFile([{ size: 31, png: png('') }])).toThrow('31');
  });
});

describe('the icons of the product', () => {
  it('exist for every platform, and each image has the stated size', () => {
    const windows = readIco(readFileSync('build/icon.ico'));
    expect(windows.map(({ size }) => size)).toEqual([16, 24, 32, 48, 64, 128, 256]);
    for (const { size, png: file } of windows) expect(widthOf(file)).toBe(size);
    expect([...readIcns(readFileSync('build/icon.icns')).values()].map(widthOf)).toEqual([
      32, 64, 128, 256, 256, 512, 512, 1024,
    ]);
    expect(widthOf(readFileSync('build/icon.png'))).toBe(1024);
    for (const size of [16, 24, 32, 48, 64, 128, 256, 512, 1024])
      expect(widthOf(readFileSync(`build/icons/${size}x${size}.png`))).toBe(size);
  });

  it('are used by the web app', () => {
    const manifest = JSON.parse(readFileSync('src/renderer/public/site.webmanifest', 'utf8')) as {
      icons: { src: string; sizes: string }[];
    };
    for (const { src, sizes } of manifest.icons) {
      const size = widthOf(readFileSync(`src/renderer/public${src}`));
      expect(sizes).toBe(`${size}x${size}`);
    }
    expect(widthOf(readFileSync('src/renderer/public/apple-touch-icon.png'))).toBe(180);
    expect(widthOf(readFileSync('src/renderer/public/og.png'))).toBe(1200);
  });
});
