import { IconDownload, IconTextWrap } from '@tabler/icons-react';
import { memo, type ReactNode, useState } from 'react';
import styles from './CodeBlock.module.css';
import { markdownTexts } from '../texts.ts';
import { CodeFrame } from './CodeFrame.tsx';
import { CodeText } from './CodeText.tsx';
import { saveCode } from './save-code.ts';
import { useRuns } from './use-runs.ts';

interface CodeBlockProps {
  readonly language: string;
  readonly text: string;
  /** True if more code may follow. */
  readonly isOpen: boolean;
  readonly actions?: ReactNode;
}

/** Highlights code once the block is complete. */
export const CodeBlock = memo(function CodeBlock({ language, text, isOpen, actions }: CodeBlockProps) {
  const { runs, retry } = useRuns(language, text, isOpen);
  const [isWrapped, setIsWrapped] = useState(false);
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
          <button
            type="button"
            className={styles.tool}
            title={markdownTexts.wrapLines}
            aria-label={markdownTexts.wrapLines}
            aria-pressed={isWrapped}
            onClick={() => setIsWrapped(!isWrapped)}
          >
            <IconTextWrap size={16} stroke={1.75} aria-hidden />
          </button>
          {!isOpen && (
            <button
              type="button"
              className={styles.tool}
              title={markdownTexts.downloadCode}
              aria-label={markdownTexts.downloadCode}
              onClick={() => void saveCode(language, text)}
            >
              <IconDownload size={16} stroke={1.75} aria-hidden />
            </button>
          )}
        </>
      }
    >
      {/* Keyboard users can scroll it only if it is focusable. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0} data-wrapped={isWrapped || undefined}>
        <CodeText text={text} runs={runs} />
      </pre>
    </CodeFrame>
  );
});
