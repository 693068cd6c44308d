export interface PageState {
  readonly text: string;
  readonly isGrowing: boolean;
  /** Shows the text without formatting, for comparison. */
  readonly isPlain: boolean;
}

export interface MarkdownPage {
  readonly show: (shown: Partial<PageState>) => void;
  /** Grows the text by `step` characters per frame. Resolves with the longest task above 50 ms, or 0. */
  readonly stream: (text: string, step: number, isPlain: boolean) => Promise<number>;
  readonly setColorScheme: (choice: 'light' | 'dark' | 'auto') => void;
}
