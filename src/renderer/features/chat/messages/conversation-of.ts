/**
 * Returns the conversation that contains a control. Move the focus to the conversation before the control
 * disappears. Otherwise, the focus would return to the top of the page.
 */
export const conversationOf = (control: Element | null): HTMLElement | null =>
  control?.closest<HTMLElement>('[role="log"], [data-reply]') ?? null;
