import { IconArrowBackUp, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { undoTexts as texts } from '../texts.ts';
import styles from './UndoBar.module.css';

export interface Undoable {
  readonly text: string;
  readonly undo: () => void;
}

interface UndoBarProps {
  readonly done: Undoable | null;
  readonly onDismiss: () => void;
}

/** The last action with an Undo button. Stays until the next action, because decisions take time. */
export function UndoBar({ done, onDismiss }: UndoBarProps) {
  const place = useRef<HTMLOutputElement>(null);
  const dismiss = () => {
    // The focused button disappears; keep the keyboard's position.
    place.current?.focus();
    onDismiss();
  };
  return (
    // The region exists before its text, so that screen readers announce it.
    <output ref={place} tabIndex={-1} className={styles.place}>
      {done && (
        <span className={styles.bar}>
          <span className={styles.text}>{done.text}</span>
          <button
            type="button"
            className={styles.button}
            onClick={() => {
              dismiss();
              done.undo();
            }}
          >
            <IconArrowBackUp size={16} stroke={1.75} aria-hidden />
            {texts.undo}
          </button>
          <button type="button" className={styles.button} aria-label={texts.dismiss} onClick={dismiss}>
            <IconX size={16} stroke={1.75} aria-hidden />
          </button>
        </span>
      )}
    </output>
  );
}
