/* oxlint-disable jsx-a11y/prefer-tag-over-role -- the list box of an input: a select could not be controlled from there */
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { composerTexts, suggestions } from '../texts.ts';
import styles from './Suggestions.module.css';

interface SuggestionsProps {
  readonly id: string;
  /** Index of the suggestion that Enter inserts. */
  readonly active: number;
  readonly onActive: (index: number) => void;
  readonly onChoose: (text: string) => void;
}

export const suggestionId = (listId: string, index: number) => `${listId}-${index}`;

/** Suggested prompts, opened by "/" [CHAT-042]. The focus stays in the input. */
export function Suggestions({ id, active, onActive, onChoose }: SuggestionsProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The braces matter: in newer browsers scrollIntoView returns a promise, which is no clean-up function.
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div ref={list} id={id} role="listbox" aria-label={composerTexts.suggestions} className={styles.list}>
      {suggestions.map((text, index) => (
        // The keyboard chooses from the input, which keeps the focus.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
        <div
          key={text}
          id={suggestionId(id, index)}
          role="option"
          aria-selected={index === active}
          className={styles.option}
          onPointerMove={() => onActive(index)}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(text)}
        >
          {text}
        </div>
      ))}
    </div>
  );
}

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
