/** Limits for reading one file. Nothing in a file can be trusted, including its stated sizes. */
export const readingLimits = {
  fileBytes: 20 * 1_048_576,
  /** Milliseconds before the worker is terminated. */
  milliseconds: 30_000,
  /** The unpacked size of all parts that are read from one document. */
  unpackedBytes: 64 * 1_048_576,
  entries: 10_000,
  /** Nested elements. Real documents have fewer than 100. */
  depth: 1_000,
  /** Nested HTML elements, which cost the parser quadratic time. Browsers stop at 512. */
  htmlDepth: 10_000,
  pages: 1_000,
  /** Extracted text in UTF-8. The attachments table has the same limit. */
  textBytes: 1_048_576,
  /** Decoded, 100 megapixels take 400 MB. */
  pixels: 100_000_000,
  /** Files read at the same time, so that ten attachments don't take ten times the memory. */
  workers: 2,
} as const;
