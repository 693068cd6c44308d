import type { ReactNode } from 'react';
import styles from './Settings.module.css';

interface SettingProps {
  readonly title: string;
  /** Describes the selected option. The control refers to the `id` in `aria-describedby`. */
  readonly note?: { readonly id: string; readonly text: string };
  readonly children: ReactNode;
}

export function Setting({ title, note, children }: SettingProps) {
  return (
    <div className={styles.setting}>
      <div>
        <h4>{title}</h4>
        {note && (
          <p id={note.id} className={styles.note} aria-live="polite">
            {note.text}
          </p>
        )}
      </div>
      {children}
    </div>
  );
}
