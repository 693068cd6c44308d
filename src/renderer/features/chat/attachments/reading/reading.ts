/** A note about how a file was read. `describeNote` translates it into text for the user. */
export type Note =
  | { readonly code: 'cut'; readonly missing: number }
  | { readonly code: 'pages'; readonly read: number; readonly total: number }
  | { readonly code: 'pagesWithoutText'; readonly pages: string }
  | { readonly code: 'encoding'; readonly encoding: string }
  | { readonly code: 'macros' }
  | { readonly code: 'firstFrame' };

/** A page, slide or sheet with text that can be sent without the others. */
export interface DocumentPart {
  /** The number in the document, starting at 1. */
  readonly number: number;
  /** The name of a sheet. Null for pages and slides. */
  readonly name: string | null;
  readonly text: string;
}

export interface DocumentReading {
  readonly kind: 'document';
  readonly text: string;
  /** The number of pages, slides or sheets. Null if the format has none. */
  readonly pages: number | null;
  /** The parts, which together contain all the text. Empty if the format has no parts. */
  readonly parts: readonly DocumentPart[];
  readonly notes: readonly Note[];
}

/** Joins the parts into the text that is sent. */
export const joinParts = (parts: readonly DocumentPart[]): string =>
  parts.map(({ text }) => text).join('\n\n');

export interface ImageReading {
  readonly kind: 'image';
  readonly mediaType: 'image/jpeg' | 'image/png';
  readonly blob: Blob;
  readonly width: number;
  readonly height: number;
  readonly notes: readonly Note[];
}

/** A document whose pages are images without text. */
export interface ScanReading {
  readonly kind: 'scan';
  /** The first pages, without those that could not be drawn. */
  readonly images: readonly ImageReading[];
  /** The number of pages of the document. */
  readonly pages: number;
}

export type Reading = DocumentReading | ImageReading | ScanReading;

export type OnProgress = (done: number, total: number) => void;

/**
 * Reads files of one format. Rejects with Refusal.
 *
 * @param onPage is called before the text of each page of a PDF is read, `onProgress` after it
 */
export type FormatReader = (file: Blob, onProgress: OnProgress, onPage: () => void) => Promise<Reading>;
