import type { Hit, SearchScope } from '../../data/search-messages.ts';
import type { Changes, IndexState } from '../changes.ts';

/** The worker's functions by name, with their arguments and results. `open` must be called first. */
export interface IndexCalls {
  readonly open: { readonly accountId: string; readonly key: CryptoKey };
  readonly apply: { readonly changes: Changes; readonly from: string | null };
  readonly search: { readonly query: string; readonly scope: SearchScope };
}

export interface IndexResults {
  readonly open: IndexState;
  readonly apply: IndexState;
  readonly search: readonly Hit[];
}

export type CallKind = keyof IndexCalls;

export type IndexRequest = {
  readonly [Kind in CallKind]: { readonly id: number; readonly kind: Kind } & IndexCalls[Kind];
}[CallKind];

/** `failed`: an unexpected error, with its text for the console. */
export type IndexReply =
  | { readonly id: number; readonly kind: 'done'; readonly result: IndexResults[CallKind] }
  | { readonly id: number; readonly kind: 'failed'; readonly reason: string };
