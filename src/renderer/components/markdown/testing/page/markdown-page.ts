/** What the page shows. */
export interface PageState {
  readonly text: string;
  readonly isGrowing: boolean;
  /** The baseline of each measurement: the same text unformatted. */
  readonly isPlain: boolean;
}

/** Set as `window.markdownPage`. */
export interface MarkdownPage {
  readonly show: (shown: Partial<PageState>) => void;
  /** Grows the text by `step` characters per frame; resolves with the longest task over 50 ms, or 0. */
  readonly stream: (text: string, step: number, isPlain: boolean) => Promise<number>;
  readonly setColorScheme: (choice: 'light' | 'dark' | 'auto') => void;
}
