import type { ReactNode } from 'react';
import styles from './DialogActions.module.css';

/** The buttons of a dialog, the main one last. On a phone they share the width. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
