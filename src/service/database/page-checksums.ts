/** Page size in bytes: PostgreSQL's default, and the only size of PGlite. */
export const pageSize = 8192;

const lanes = 32;
const prime = 16_777_619;
/** Initial values of the 32 sums from PostgreSQL's checksum_impl.h. They are part of the on-disk format. */
const startValues = Uint32Array.from([
  0x5b1f36e9, 0xb8525960, 0x02ab50aa, 0x1de66d2a, 0x79ff467a, 0x9bb9f8a3, 0x217e7cd2, 0x83e13d2c, 0xf8d4474f,
  0xe39eb970, 0x42c6ae16, 0x993216fa, 0x7b093b5d, 0x98daff3c, 0xf718902a, 0x0b1c9cdb, 0xe58f764b, 0x187636bc,
  0x5d7b3bb1, 0xe73de7de, 0x92bec979, 0xcca6c0b2, 0x304a0979, 0x85aa43d4, 0x783125bb, 0x6ca8eaa2, 0xe407eac6,
  0x4b5cfc3e, 0x9fbf8c76, 0x15ca20be, 0xf2ca9fd3, 0x959bd756,
]);

/**
 * Indexes of two 32-bit words: one contains the checksum (low half), the other a pointer that is zero in unused pages
 * (high half).
 */
const checksumWord = 2;
const upperWord = 3;

/** A page as 2,048 words of 32 bits, in little-endian order, as on every supported machine. */
export type Page = Int32Array;

const mix = (sum: number, value: number): number => {
  const mixed = sum ^ value;
  return Math.imul(mixed, prime) ^ (mixed >>> 17);
};

/** An unused page has no checksum. */
export const isUnusedPage = (page: Page): boolean => (page[upperWord] ?? 0) >>> 16 === 0;

export const storedChecksum = (page: Page): number => (page[checksumWord] ?? 0) & 0xffff;

export function storeChecksum(page: Page, checksum: number): void {
  page[checksumWord] = ((page[checksumWord] ?? 0) & ~0xffff) | checksum;
}

/**
 * Computes a page's checksum like PostgreSQL's `pg_checksum_page`.
 *
 * @param block the page's number in its table, counted over all files of the table
 * @returns 1 to 65,535
 */
export function pageChecksum(page: Page, block: number): number {
  const sums = Int32Array.from(startValues);
  for (let word = 0; word < page.length; word += 1) {
    // The checksum field itself counts as zero in the calculation.
    const value = word === checksumWord ? (page[word] ?? 0) & ~0xffff : (page[word] ?? 0);
    const lane = word % lanes;
    sums[lane] = mix(sums[lane] ?? 0, value);
  }
  let folded = 0;
  for (const sum of sums) folded ^= mix(mix(sum, 0), 0);
  return (((folded ^ block) >>> 0) % 65_535) + 1;
}
