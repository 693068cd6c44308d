/** Limits for reading one file. Nothing in the file can be trusted, including the sizes it declares. */
export const readingLimits = {
  fileBytes: 20 * 1_048_576,
  /** The worker is terminated after this time (ms). */
  milliseconds: 30_000,
  /** The total unpacked size of the parts that are read from one document. */
  unpackedBytes: 64 * 1_048_576,
  /** The time for the text of one page of a PDF (ms). The worker is terminated after it. */
  pageMilliseconds: 3_500,
  /** The memory for the unpacked content and the images of one page of a PDF. */
  pageBytes: 150_000_000,
  entries: 10_000,
  /** The depth of nested elements. Real documents stay below 100. */
  depth: 1_000,
  /** The depth of nested HTML elements, for which the parser needs quadratic time. Browsers stop at 512. */
  htmlDepth: 10_000,
  pages: 1_000,
  /** The size of the extracted text in UTF-8. The attachments table has the same limit. */
  textBytes: 1_048_576,
  /** 100 megapixels take 400 MB when decoded. */
  pixels: 100_000_000,
  /** The size of the largest image in a scan. A4 at 600 dpi has 35 megapixels. Larger images are left out. */
  scanPixels: 40_000_000,
  /** After this time (ms), no further page of a scan is drawn, so that the drawn ones can be used. */
  scanMilliseconds: 12_000,
  /** The time for recognizing the text of one image (ms). Phones are slower. */
  recognitionMilliseconds: 60_000,
  /** The number of files that are read in parallel. Ten would need ten times the memory. */
  workers: 2,
} as const;
