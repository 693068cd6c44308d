import type { ReactNode } from 'react';
import { CopyButton } from '../CopyButton.tsx';
import { markdownTexts } from '../texts.ts';
import styles from './CodeBlock.module.css';

interface CodeFrameProps {
  readonly label: string;
  readonly text: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function CodeFrame({ label, text, actions, children }: CodeFrameProps) {
  return (
    <figure className={styles.block} aria-label={label} dir="ltr">
      <figcaption className={styles.head}>
        <span>{label}</span>
        <span className={styles.actions}>
          {actions}
          <CopyButton text={text} label={markdownTexts.copyCode} success={markdownTexts.codeCopied} />
        </span>
      </figcaption>
      {children}
    </figure>
  );
}
