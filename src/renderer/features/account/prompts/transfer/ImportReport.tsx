import { useEffect, useRef } from 'react';
import { Button } from '../../../../components/Button.tsx';
import styles from '../prompts.module.css';
import { promptFaultTexts, promptFileTexts as texts } from '../texts.ts';
import type { ReadPrompts, SkipReason } from './read-prompt-file.ts';

interface ImportReportProps {
  readonly report: ReadPrompts;
  readonly onClose: () => void;
}

const reasonText = (reason: SkipReason): string =>
  reason === 'unreadable' || reason === 'known' ? texts[reason] : promptFaultTexts[reason];

export function ImportReport({ report: { prompts, renamed, skipped }, onClose }: ImportReportProps) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <section ref={box} className={styles.report} aria-label={texts.report} tabIndex={-1}>
      <p>{prompts.length === 0 ? texts.none : texts.imported({ count: prompts.length })}</p>
      {renamed.length > 0 && (
        <>
          <p>{texts.renamed}</p>
          <ul>
            {renamed.map(({ from, to }) => (
              <li key={to}>{texts.rename({ from, to })}</li>
            ))}
          </ul>
        </>
      )}
      {skipped.length > 0 && (
        <>
          <p>{texts.skipped({ count: skipped.length })}</p>
          <ul>
            {skipped.map(({ label, reason }, index) => (
              <li key={index}>{texts.skip({ label, reason: reasonText(reason) })}</li>
            ))}
          </ul>
        </>
      )}
      <div>
        <Button size="small" look="outlined" onClick={onClose}>
          {texts.close}
        </Button>
      </div>
    </section>
  );
}
