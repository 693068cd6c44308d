/** Limits for reading one file. Nothing in a file can be trusted, including the sizes that it states. */
export const readingLimits = {
  fileBytes: 20 * 1_048_576,
  /** After this time the worker is terminated. */
  milliseconds: 30_000,
  /** The unpacked size of all parts that are read from one document. */
  unpackedBytes: 64 * 1_048_576,
  entries: 10_000,
  /** Nested elements; people's documents have fewer than 100. */
  depth: 1_000,
  /** Nested elements of HTML, whose parser needs quadratic time for them. Browsers stop at 512. */
  htmlDepth: 10_000,
  pages: 1_000,
  /** Extracted text, in UTF-8. The table of attachments has the same limit. */
  textBytes: 1_048_576,
  /** Decoded, 100 megapixels need 400 MB. */
  pixels: 100_000_000,
  /** Files that are read at the same time, so that ten attachments don't need ten times the memory. */
  workers: 2,
} as const;
