/** What the page shows. */
export interface Shown {
  readonly text: string;
  readonly isGrowing: boolean;
  /** As the floor of every measurement: the same text, appended as it is. */
  readonly isPlain: boolean;
}

/** How the page is told; stands on its `window` as `markdownPage`. */
export interface MarkdownPage {
  readonly show: (shown: Partial<Shown>) => void;
  /** Grows the text by `step` characters a frame, as a reply does; resolves with the longest task (ms) over 50 ms, or 0. */
  readonly stream: (text: string, step: number, isPlain: boolean) => Promise<number>;
  readonly setColorScheme: (choice: 'light' | 'dark' | 'auto') => void;
}
