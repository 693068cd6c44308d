/** A note about how a file was read; `describeNote` writes its text for the user. */
export type Note =
  | { readonly code: 'cut'; readonly missing: number }
  | { readonly code: 'pages'; readonly read: number; readonly total: number }
  | { readonly code: 'pagesWithoutText'; readonly pages: string }
  | { readonly code: 'encoding'; readonly encoding: string }
  | { readonly code: 'macros' }
  | { readonly code: 'firstFrame' };

/** A page, slide or sheet with text, which can be sent without the others. */
export interface DocumentPart {
  /** In the document, from 1. */
  readonly number: number;
  /** Of a sheet; null for pages and slides. */
  readonly name: string | null;
  readonly text: string;
}

export interface DocumentReading {
  readonly kind: 'document';
  readonly text: string;
  /** Pages, slides or sheets. Null if the file has none. */
  readonly pages: number | null;
  /** All of the text; none if the format has no such parts. */
  readonly parts: readonly DocumentPart[];
  readonly notes: readonly Note[];
}

/** The text of parts, as it is sent. */
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

export type Reading = DocumentReading | ImageReading;

export type OnProgress = (done: number, of: number) => void;

/** Reads a single format. Throws Refusal. */
export type FormatReader = (file: Blob, onProgress: OnProgress) => Promise<Reading>;
