/** A note for the user about the reading; `describeNote` writes the text. */
export type Note =
  | { readonly code: 'cut'; readonly missing: number }
  | { readonly code: 'pages'; readonly read: number; readonly total: number }
  | { readonly code: 'pagesWithoutText'; readonly pages: string }
  | { readonly code: 'encoding'; readonly encoding: string }
  | { readonly code: 'macros' }
  | { readonly code: 'firstFrame' };

export interface DocumentReading {
  readonly kind: 'document';
  readonly text: string;
  /** Pages, slides or sheets; null if it has none. */
  readonly pages: number | null;
  readonly notes: readonly Note[];
}

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

/** Reads one format. Throws Refusal. */
export type FormatReader = (file: Blob, onProgress: OnProgress) => Promise<Reading>;
