import type { ImportBatch } from '../batches.ts';
import type { TransferSource } from '../open-file.ts';

/** What the page asks of the worker: first to open a file, then for one batch after the other. */
export type TransferRequest = { readonly kind: 'open'; readonly file: Blob } | { readonly kind: 'next' };

/** `refused` says why in a sentence for the person; `unreadable`: the file itself could not be read. */
export type TransferReply =
  | { readonly kind: 'read'; readonly share: number }
  | { readonly kind: 'opened'; readonly source: TransferSource; readonly count: number }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'batch'; readonly batch: ImportBatch | null };
