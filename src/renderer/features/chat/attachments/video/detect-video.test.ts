import { expect, it } from 'vitest';
import { isVideo } from './detect-video.ts';

const file = (text: string) => new Blob([Uint8Array.from(text, (character) => character.charCodeAt(0))]);

it.each([
  ['WebM', '\x1aE\xdf\xa3\x01\0\0\0\0\0\0\x1f'],
  ['MP4', '\0\0\0\x20ftypisom'],
  ['QuickTime', '\0\0\0\x14ftypqt  '],
  ['AVI', 'RIFF\x10\0\0\0AVI '],
])('finds %s by its first bytes', async (_, head) => {
  expect(await isVideo(file(`${head} and more`))).toBe(true);
});

it.each([
  ['HEIC', '\0\0\0\x18ftypheic'],
  ['HEIF', '\0\0\0\x18ftypmif1'],
  ['AVIF', '\0\0\0\x1cftypavif'],
  ['WebP', 'RIFF\x10\0\0\0WEBP'],
  ['PDF', '%PDF-1.7'],
  ['text', 'video.mp4 ftyp'],
  ['nothing', ''],
])('leaves %s to the other readers', async (_, head) => {
  expect(await isVideo(file(head))).toBe(false);
});

it('leaves a file that is gone to the other readers', async () => {
  const missingFile = new Blob(['\x1aE\xdf\xa3']);
  missingFile.slice = () =>
    Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new DOMException('', 'NotFoundError')) });
  expect(await isVideo(missingFile)).toBe(false);
});
