/**
 * Finds the conversation around a control. It gets the focus if the control disappears, because the focus
 * would otherwise return to the top of the page.
 */
export const conversationOf = (control: Element | null): HTMLElement | null =>
  control?.closest<HTMLElement>('[role="log"], [data-reply]') ?? null;
