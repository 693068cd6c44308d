/* oxlint-disable jsx-a11y/prefer-tag-over-role -- the list box of an input: a select could not be led from there */
import { useEffect, useRef } from 'react';
import { composerTexts, suggestions } from '../texts.ts';
import styles from './Suggestions.module.css';

interface SuggestionsProps {
  readonly id: string;
  /** Index of the one that Enter would choose. */
  readonly active: number;
  readonly onActive: (index: number) => void;
  readonly onChoose: (text: string) => void;
}

export const suggestionId = (listId: string, index: number) => `${listId}-${index}`;

/** The prompts offered for "/" [CHAT-042]. The focus stays in the input, which names the active one. */
export function Suggestions({ id, active, onActive, onChoose }: SuggestionsProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Its answer is no clean-up: newer browsers give a promise.
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
