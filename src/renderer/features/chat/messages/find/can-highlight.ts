/** False in older browsers. They mark the whole message instead of the matches. */
export const canHighlight = 'highlights' in CSS;
