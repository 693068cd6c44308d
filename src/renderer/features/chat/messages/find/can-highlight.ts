/** False in older browsers, where the whole message with the hit is marked instead. */
export const canHighlight = 'highlights' in CSS;
