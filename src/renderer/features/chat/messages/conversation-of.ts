/**
 * The conversation around a control. Gets the focus if the control disappears with its action, otherwise the focus
 * would return to the top of the page.
 */
export const conversationOf = (control: Element | null): HTMLElement | null =>
  control?.closest<HTMLElement>('[role="log"], [data-reply]') ?? null;
