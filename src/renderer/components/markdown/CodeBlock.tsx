import { memo, useMemo } from 'react';
import { CopyButton } from './CopyButton.tsx';
import styles from './Markdown.module.css';
import { markdownTexts } from './texts.ts';

/** While a long block grows, only its last piece of about this many characters is laid out again. */
const CHUNK_LENGTH = 2_000;

interface CodeBlockProps {
  readonly language: string;
  readonly text: string;
}

/** A block of code with the name of its language and a copy button. */
export const CodeBlock = memo(function CodeBlock({ language, text }: CodeBlockProps) {
  const chunks = useMemo(() => chunksOf(text), [text]);
  const label = language || markdownTexts.code;
  return (
    <figure className={styles.codeBlock} aria-label={label}>
      <figcaption className={styles.codeHead}>
        <span>{label}</span>
        <CopyButton text={text} label={markdownTexts.copyCode} success={markdownTexts.codeCopied} />
      </figcaption>
      {/* Focusable, so that the keyboard can scroll a long line into view. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0}>
        <code>{chunks}</code>
      </pre>
    </figure>
  );
});

/** Pieces of whole lines; all but the last stay the same while the text grows. */
function chunksOf(text: string): string[] {
  const chunks: string[] = [];
  let start = 0;
  while (text.length - start > CHUNK_LENGTH) {
    const lineEnd = text.indexOf('\n', start + CHUNK_LENGTH);
    if (lineEnd === -1) break;
    chunks.push(text.slice(start, lineEnd + 1));
    start = lineEnd + 1;
  }
  chunks.push(text.slice(start));
  return chunks;
}
