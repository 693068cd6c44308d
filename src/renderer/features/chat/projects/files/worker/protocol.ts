import type { FoundPassage } from '../../../../../../shared/passages/passage-index.ts';

/** `add` sends a text that the worker doesn't have yet, and has no reply. Requests are handled in order. */
export type PassageRequest =
  | { readonly kind: 'add'; readonly file: string; readonly text: string }
  | {
      readonly kind: 'find';
      readonly question: string;
      readonly files: readonly string[];
      readonly most: number;
    }
  | { readonly kind: 'check'; readonly reply: string; readonly sources: readonly string[] };

export type PassageReply =
  | { readonly kind: 'found'; readonly passages: readonly FoundPassage[] }
  | { readonly kind: 'checked'; readonly quotations: readonly string[] };
