import { findRuns, loadLanguage } from './find-runs.ts';
import type { CodeRuns } from './kinds.ts';

export interface HighlightRequest {
  readonly id: number;
  readonly language: string;
  readonly text: string;
}

/** The worker's messages: `loaded` once the language is loaded, then `done`, or `failed` if loading failed. */
export type HighlightReply =
  | { readonly id: number; readonly kind: 'loaded' }
  | { readonly id: number; readonly kind: 'failed' }
  | { readonly id: number; readonly kind: 'done'; readonly runs: CodeRuns | null };

const reply = (message: HighlightReply) => postMessage(message);

// Highlighting in the page could block it.
addEventListener('message', ({ data }: MessageEvent<HighlightRequest>) => {
  const { id, language, text } = data;
  loadLanguage(language).then(
    (name) => {
      reply({ id, kind: 'loaded' });
      reply({ id, kind: 'done', runs: name === null ? null : findRuns(name, text) });
    },
    () => reply({ id, kind: 'failed' }),
  );
});
