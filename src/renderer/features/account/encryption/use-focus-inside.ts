import { type RefObject, useEffect, useRef } from 'react';

/** Moves the focus to the first field or button of an element that replaces the focused button. */
export function useFocusInside<Element extends HTMLElement>(step: unknown = null): RefObject<Element | null> {
  const ref = useRef<Element>(null);
  useEffect(() => ref.current?.querySelector<HTMLElement>('input, textarea, button')?.focus(), [step]);
  return ref;
}
