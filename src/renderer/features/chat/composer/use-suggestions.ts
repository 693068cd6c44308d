import { type KeyboardEvent, useId, useState } from 'react';
import { suggestions } from '../texts.ts';
import { suggestionId } from './Suggestions.tsx';

/** Opens the suggestions if it is the whole input [CHAT-042]. */
const trigger = '/';

/** `onKeyDown` returns true if it handled the key. */
export function useSuggestions(text: string, onChoose: (text: string) => void) {
  const id = useId();
  const [active, setActive] = useState(0);
  const [isDismissed, setIsDismissed] = useState(false);
  const isTriggered = text === trigger;
  if (!isTriggered && (isDismissed || active !== 0)) {
    setIsDismissed(false);
    setActive(0);
  }
  const isOpen = isTriggered && !isDismissed;
  const choose = (chosen: string) => onChoose(`${chosen} `);

  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (!isOpen) return false;
    const { length } = suggestions;
    if (event.key === 'ArrowDown') setActive((active + 1) % length);
    else if (event.key === 'ArrowUp') setActive((active + length - 1) % length);
    else if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) {
      const chosen = suggestions[active];
      if (chosen !== undefined) choose(chosen);
    } else if (event.key === 'Escape') setIsDismissed(true);
    else return false;
    event.preventDefault();
    return true;
  };
  return {
    isOpen,
    onKeyDown,
    list: { id, active, onActive: setActive, onChoose: choose },
    /** Attributes for the input. */
    aria: isOpen ? { 'aria-controls': id, 'aria-activedescendant': suggestionId(id, active) } : ({} as const),
  };
}
