import { type RefObject, useEffect, useRef } from 'react';

interface HandedFocus {
  /** For the button that asks. */
  readonly opener: RefObject<HTMLButtonElement | null>;
  /** For the harmless one of the buttons that take its place. */
  readonly answer: RefObject<HTMLButtonElement | null>;
}

/** Keeps the keyboard's place where a button gives way to a question and comes back after it. */
export function useHandedFocus(isAsking: boolean): HandedFocus {
  const opener = useRef<HTMLButtonElement>(null);
  const answer = useRef<HTMLButtonElement>(null);
  const wasAsking = useRef(false);
  useEffect(() => {
    if (isAsking) answer.current?.focus();
    else if (wasAsking.current) opener.current?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);
  return { opener, answer };
}
