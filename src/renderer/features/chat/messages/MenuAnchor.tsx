import type { Ref } from 'react';
import styles from './MenuAnchor.module.css';

interface MenuAnchorProps {
  readonly label: string;
  readonly ref?: Ref<HTMLSpanElement>;
  readonly id?: string;
}

/**
 * Positions and labels an open menu or popover. The button itself can't be the target, because it would be
 * replaced when the menu opens. Hidden from screen readers, because the button already announces the name.
 */
export function MenuAnchor({ label, ref, id }: MenuAnchorProps) {
  return (
    <span ref={ref} id={id} className={styles.anchor} aria-hidden>
      <span className="visually-hidden">{label}</span>
    </span>
  );
}
