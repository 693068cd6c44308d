import { type RefObject, useLayoutEffect } from 'react';

/**
 * Text with more characters is not wrapped, because the browser would wrap all of it again with every key
 * press.
 */
const MAX_WRAPPED_LENGTH = 32_768;

export const updateWrapping = (input: HTMLTextAreaElement, length: number) =>
  void input.toggleAttribute('data-unwrapped', length > MAX_WRAPPED_LENGTH);

/** Text with this many characters fills four rows at any width. */
const FULL_LENGTH = 2_000;

/** Fits the input's height to its text. The style sheet limits it to four rows [CHAT-040]. */
export function useAutoHeight(inputRef: RefObject<HTMLTextAreaElement | null>, text: string): void {
  const isFull = text.length > FULL_LENGTH;
  useLayoutEffect(() => {
    const input = inputRef.current;
    if (!input) return;
    updateWrapping(input, text.length);
    input.style.height = isFull ? '100vh' : 'auto';
    if (!isFull) input.style.height = `${input.scrollHeight}px`;
  }, [inputRef, text, isFull]);
}

/** Text with more characters may need more than four rows. */
const MAX_FITTING_LENGTH = 250;
const fourBreaks = /(?:\n[^\n]*){4}/;

/** True if the text may need more than four rows. */
export const mayOverflow = (text: string): boolean =>
  text.length > MAX_FITTING_LENGTH || fourBreaks.test(text);
