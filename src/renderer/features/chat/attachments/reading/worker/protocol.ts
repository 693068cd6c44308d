import type { Reading } from '../reading.ts';
import type { RefusalCode } from '../refusal.ts';

export interface ReadRequest {
  readonly file: Blob;
  readonly name: string;
}

/** `page` means that reading a page begins, `unloaded` that a part of the reader failed to load. */
export type ReadReply =
  | { readonly kind: 'page' }
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'read'; readonly reading: Reading; readonly mediaType: string }
  | { readonly kind: 'refused'; readonly code: RefusalCode }
  | { readonly kind: 'unloaded' };
