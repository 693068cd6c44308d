import { IconArrowBackUp, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { undoTexts as texts } from './texts.ts';
import styles from './UndoBar.module.css';

export interface UndoableAction {
  readonly text: string;
  readonly undo: () => void;
}

interface UndoBarProps {
  readonly done: UndoableAction | null;
  readonly onDismiss: () => void;
  /** While true, Undo is disabled. If this is set at all, Undo leaves the bar open until `done` changes. */
  readonly isUndoing?: boolean;
  /** Called when the pointer or the focus enters or leaves the bar. */
  readonly onHold?: (isHeld: boolean) => void;
  readonly isFloating?: boolean;
}

/** The region exists before its text, so that screen readers announce the text. */
export function UndoBar({ done, onDismiss, isUndoing, onHold, isFloating }: UndoBarProps) {
  const place = useRef<HTMLOutputElement>(null);
  const dismiss = () => {
    // The focused button disappears, so move the focus.
    if (!isFloating) place.current?.focus();
    onDismiss();
  };
  return (
    <output ref={place} tabIndex={-1} className={styles.place} data-floating={isFloating || undefined}>
      {done && (
        <span
          className={styles.bar}
          onPointerEnter={() => onHold?.(true)}
          onPointerLeave={() => onHold?.(false)}
          onFocus={() => onHold?.(true)}
          onBlur={() => onHold?.(false)}
        >
          <span className={styles.text}>{done.text}</span>
          <button
            type="button"
            className={styles.undo}
            disabled={isUndoing}
            onClick={() => {
              if (isUndoing === undefined) dismiss();
              done.undo();
            }}
          >
            <IconArrowBackUp size={16} stroke={1.75} aria-hidden />
            {texts.undo}
          </button>
          <button type="button" className={styles.close} aria-label={texts.close} onClick={dismiss}>
            <IconX size={16} stroke={1.75} aria-hidden />
          </button>
        </span>
      )}
    </output>
  );
}
