import { expect, it } from 'vitest';
import { crc32c } from './control-file.ts';
import { isUnusedPage, pageChecksum, pageSize, storeChecksum, storedChecksum } from './page-checksums.ts';

const page = () => Int32Array.from({ length: pageSize / 4 }, (_, word) => Math.imul(word + 1, 2_654_435_761));

it('depends on every word and on the block, but not on the checksum in the page', () => {
  const original = pageChecksum(page(), 7);
  expect(pageChecksum(page(), 8)).not.toBe(original);
  for (const word of [0, 1, 3, 31, 32, 2047]) {
    const changed = page();
    changed[word] = changed[word]! ^ 1;
    expect(pageChecksum(changed, 7), `word ${word}`).not.toBe(original);
  }
  const stored = page();
  storeChecksum(stored, 12_345);
  expect(storedChecksum(stored)).toBe(12_345);
  expect(pageChecksum(stored, 7)).toBe(original);
  expect(stored[2]! >>> 16).toBe(page()[2]! >>> 16);
});

it('recognizes an unused page', () => {
  expect(isUnusedPage(new Int32Array(pageSize / 4))).toBe(true);
  expect(isUnusedPage(page())).toBe(false);
});

it("computes the check value of CRC-32C's specification", () => {
  expect(crc32c(Buffer.from('123456789'))).toBe(0xe3069283);
});
