/** Older browsers can't highlight ranges, so the whole message is marked instead. */
export const canHighlight = 'highlights' in CSS;
