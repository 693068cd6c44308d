import { CopyButton } from '../../../components/markdown/CopyButton.tsx';
import { apiDocsTexts as texts, type ApiSample } from './api-docs.ts';
import styles from './CodeSample.module.css';

/** Plain text, because this page should not load a highlighter. */
export function CodeSample({ language, code }: ApiSample) {
  return (
    <figure className={styles.sample} aria-label={language}>
      <figcaption>
        <span>{language}</span>
        <CopyButton text={code} label={texts.copy} success={texts.copied} />
      </figcaption>
      {/* Focusable, so that keyboard users can scroll to the end of a long line. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
    </figure>
  );
}
