/* oxlint-disable jsx-a11y/prefer-tag-over-role -- the list box of an input: a select could not be led from there */
import { useEffect, useRef } from 'react';
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
