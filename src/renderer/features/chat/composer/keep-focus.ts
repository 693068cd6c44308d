import type { MouseEvent } from 'react';

/** Keeps the focus in the input when the user clicks a button. */
export const keepFocus = (event: MouseEvent): void => event.preventDefault();
