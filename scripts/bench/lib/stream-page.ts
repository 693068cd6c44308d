import type { Page } from 'playwright';
import { pageTimeDuring } from './page-time.ts';

/** Characters per frame: eight deltas of four characters, which is faster than any model. */
export const STEP = 32;

/**
 * The functions of testing/page/markdown-page.ts that these scripts use. They can't import that file, because this
 * project has no DOM types.
 */
interface StreamPage {
  readonly markdownPage: {
    readonly show: (shown: { readonly text: string }) => void;
    readonly stream: (text: string, step: number, isPlain: boolean) => Promise<number>;
  };
}

export interface StreamCost {
  /** The page's main-thread time in milliseconds. Other work on the machine doesn't count. */
  readonly busy: number;
  /** The longest task over 50 ms, or 0. */
  readonly longest: number;
}

export const showText = (page: Page, text: string) =>
  page.evaluate((shown) => (globalThis as unknown as StreamPage).markdownPage.show({ text: shown }), text);

export async function streamText(page: Page, text: string, isPlain: boolean): Promise<StreamCost> {
  let longest = 0;
  const { busy } = await pageTimeDuring(page, async () => {
    longest = await page.evaluate(
      ([whole, step, plain]) => (globalThis as unknown as StreamPage).markdownPage.stream(whole, step, plain),
      [text, STEP, isPlain] as const,
    );
  });
  return { busy, longest };
}
