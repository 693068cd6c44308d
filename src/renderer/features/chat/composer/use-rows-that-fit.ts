import { type RefObject, useLayoutEffect } from 'react';

/**
 * Text with more characters is not wrapped, because the browser would wrap all of it again with every key
 * press.
 */
const MAX_WRAPPED = 32_768;

export const wrapShort = (input: HTMLTextAreaElement, length: number) =>
  void input.toggleAttribute('data-unwrapped', length > MAX_WRAPPED);

/** Text with this many characters fills four rows at any width. */
const FILLS_ROWS = 2_000;

/** Fits the input's height to its text. The style sheet limits it to four rows [CHAT-040]. */
export function useRowsThatFit(inputRef: RefObject<HTMLTextAreaElement | null>, text: string): void {
  const isFull = text.length > FILLS_ROWS;
  useLayoutEffect(() => {
    const input = inputRef.current;
    if (!input) return;
    wrapShort(input, text.length);
    input.style.height = isFull ? '100vh' : 'auto';
    if (!isFull) input.style.height = `${input.scrollHeight}px`;
  }, [inputRef, text, isFull]);
}

/** Text with more characters may need more than four rows. */
const MAY_OVERFLOW = 250;
const fourBreaks = /(?:\n[^\n]*){4}/;

/** True if the text may need more than four rows. */
export const mayOverflow = (text: string): boolean => text.length > MAY_OVERFLOW || fourBreaks.test(text);
