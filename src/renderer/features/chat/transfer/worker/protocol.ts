import type { ImportBatch } from '../batches.ts';
import type { TransferSource } from '../open-file.ts';
import type { RefusalCode } from '../transfer-error.ts';

/** `open` comes first, then one `next` for each batch. */
export type TransferRequest = { readonly kind: 'open'; readonly file: Blob } | { readonly kind: 'next' };

/** `unreadable` means that reading the file itself failed. */
export type TransferReply =
  | { readonly kind: 'read'; readonly share: number }
  | { readonly kind: 'opened'; readonly source: TransferSource; readonly count: number }
  | { readonly kind: 'refused'; readonly code: RefusalCode }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'batch'; readonly batch: ImportBatch | null };
