import { type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './account.module.css';
import forms from './forms.module.css';

interface VersionConflictProps {
  readonly title: string;
  readonly text: string;
  /** The other device's version. Missing if that device deleted everything. */
  readonly other?: string | undefined;
  readonly children: ReactNode;
}

/**
 * Another device has changed what the user is editing. Shows its version, so that the user can copy from it before they
 * decide. Takes the focus, because the button that had it disappears.
 */
export function VersionConflict({ title, text, other, children }: VersionConflictProps) {
  const box = useRef<HTMLElement>(null);
  const [titleId, textId] = [useId(), useId()];
  useEffect(() => box.current?.focus(), []);
  return (
    <section
      ref={box}
      className={styles.box}
      data-look="accent"
      aria-labelledby={titleId}
      aria-describedby={textId}
      tabIndex={-1}
    >
      <strong id={titleId}>{title}</strong>
      <p id={textId}>{text}</p>
      {other !== undefined && (
        <pre className={styles.longText} dir="auto">
          {other}
        </pre>
      )}
      <div className={forms.actions}>{children}</div>
    </section>
  );
}
