import type { ReactNode } from 'react';
import styles from './DialogActions.module.css';

/** Place the main button last. On a phone the buttons share the width. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
