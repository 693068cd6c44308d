/** False in older browsers, where the whole message is marked instead of the matches. */
export const canHighlight = 'highlights' in CSS;
