import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import type { HTMLAttributes } from 'react';
import styles from './OrderButtons.module.css';

interface OrderButtonsProps {
  readonly up: string;
  readonly down: string;
  /** Null at the ends of the list and while the order is being saved. */
  readonly onUp: (() => void) | null;
  readonly onDown: (() => void) | null;
  readonly handle: HTMLAttributes<HTMLElement>;
}

export function OrderButtons({ up, down, onUp, onDown, handle }: OrderButtonsProps) {
  return (
    <span className={styles.buttons}>
      <span className={styles.handle} aria-hidden {...handle}>
        <IconGripVertical size={18} stroke={1.75} />
      </span>
      <MoveButton icon={IconArrowUp} label={up} onMove={onUp} />
      <MoveButton icon={IconArrowDown} label={down} onMove={onDown} />
    </span>
  );
}

interface MoveButtonProps {
  readonly icon: typeof IconArrowUp;
  readonly label: string;
  readonly onMove: (() => void) | null;
}

/** Focusable while disabled, so that keyboard users keep their position. */
function MoveButton({ icon: Icon, label, onMove }: MoveButtonProps) {
  return (
    <button
      type="button"
      className={styles.move}
      aria-label={label}
      title={label}
      aria-disabled={onMove === null}
      onClick={() => onMove?.()}
    >
      <Icon size={18} stroke={1.75} aria-hidden />
    </button>
  );
}
