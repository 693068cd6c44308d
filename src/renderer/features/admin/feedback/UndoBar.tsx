import { IconArrowBackUp, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { feedbackTexts as texts } from './texts.ts';
import styles from './UndoBar.module.css';

export interface Undoable {
  readonly text: string;
  readonly undo: () => void;
}

interface UndoBarProps {
  readonly done: Undoable | null;
  readonly onForget: () => void;
}

/** What was done last, and the way back; it stays until something else is done, because decisions take time. */
export function UndoBar({ done, onForget }: UndoBarProps) {
  const place = useRef<HTMLOutputElement>(null);
  const forget = () => {
    // The button goes; the keyboard stays where it was.
    place.current?.focus();
    onForget();
  };
  return (
    // The region is there before its words are, so that they are announced.
    <output ref={place} tabIndex={-1} className={styles.place}>
      {done && (
        <span className={styles.bar}>
          <span className={styles.text}>{done.text}</span>
          <button
            type="button"
            className={styles.button}
            onClick={() => {
              forget();
              done.undo();
            }}
          >
            <IconArrowBackUp size={16} stroke={1.75} aria-hidden />
            {texts.undo}
          </button>
          <button type="button" className={styles.button} aria-label={texts.dismiss} onClick={forget}>
            <IconX size={16} stroke={1.75} aria-hidden />
          </button>
        </span>
      )}
    </output>
  );
}
