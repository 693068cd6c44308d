import { memo, type ReactNode } from 'react';
import styles from './CodeBlock.module.css';
import { markdownTexts } from '../texts.ts';
import { CodeFrame } from './CodeFrame.tsx';
import { CodeText } from './CodeText.tsx';
import { useRuns } from './use-runs.ts';

interface CodeBlockProps {
  readonly language: string;
  readonly text: string;
  /** True while more code is expected. */
  readonly isOpen: boolean;
  readonly actions?: ReactNode;
}

/** A code block with language name and copy button, highlighted once it is complete. */
export const CodeBlock = memo(function CodeBlock({ language, text, isOpen, actions }: CodeBlockProps) {
  const { runs, retry } = useRuns(language, text, isOpen);
  return (
    <CodeFrame
      label={language || markdownTexts.code}
      text={text}
      actions={
        <>
          {retry && (
            <button type="button" className={styles.retry} onClick={retry}>
              {markdownTexts.retryColors}
            </button>
          )}
          {actions}
        </>
      }
    >
      {/* Focusable, so that the keyboard can scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0}>
        <CodeText text={text} runs={runs} />
      </pre>
    </CodeFrame>
  );
});
