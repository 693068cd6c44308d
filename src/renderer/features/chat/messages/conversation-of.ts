/**
 * The conversation that a control stands in. The keyboard goes on there when a control goes with what it has done: nobody
 * should find themselves at the top of the page.
 */
export const conversationOf = (control: Element | null): HTMLElement | null =>
  control?.closest<HTMLElement>('[role="log"]') ?? null;
