import { CopyButton } from '../../components/markdown/CopyButton.tsx';
import { apiDocsTexts as texts, type Sample } from './api-docs.ts';
import styles from './ApiDocsSample.module.css';

/** A piece of code to copy. Plain, because a page to read should not carry a highlighter. */
export function CodeSample({ language, code }: Sample) {
  return (
    <figure className={styles.sample} aria-label={language}>
      <figcaption className={styles.head}>
        <span>{language}</span>
        <CopyButton text={code} label={texts.copy} success={texts.copied} />
      </figcaption>
      {/* Focusable, so that the keyboard can scroll a long line into view. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className={styles.code} tabIndex={0}>
        <code>{code}</code>
      </pre>
    </figure>
  );
}
