import type { Ref } from 'react';
import styles from './MenuAnchor.module.css';

interface MenuAnchorProps {
  /** The name of the menu or popover. */
  readonly label: string;
  readonly ref?: Ref<HTMLSpanElement>;
  readonly id?: string;
}

/**
 * The position and the label of an open menu or popover. The button itself is not its target, so that it is not
 * replaced when it opens; hidden from screen readers, because the button already announces it.
 */
export function MenuAnchor({ label, ref, id }: MenuAnchorProps) {
  return (
    <span ref={ref} id={id} className={styles.anchor} aria-hidden>
      <span className="visually-hidden">{label}</span>
    </span>
  );
}
