/** Returns 1 if the page is read from left to right, otherwise -1. */
export const readingDirection = (): 1 | -1 => (document.documentElement.dir === 'rtl' ? -1 : 1);
