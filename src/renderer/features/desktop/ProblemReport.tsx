import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Button } from '../../components/Button.tsx';
import { useClipboard } from '../../components/markdown/use-clipboard.ts';
import { platform } from '../../platform/index.ts';
import type { Shell } from '../../platform/shell.ts';
import styles from './Computer.module.css';
import { messageOf } from './message-of.ts';
import { reportTexts as texts } from './texts.ts';

/** Shows everything that a problem report contains, to copy or save. The app sends nothing itself. */
export function ProblemReport({ shell }: { readonly shell: Pick<Shell, 'readProblemReport'> }) {
  const [report, setReport] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { copy } = useClipboard(texts.copied);
  const place = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  useEffect(() => {
    // The menu entry opens this part of the settings.
    if (hash === '#problem-report') place.current?.scrollIntoView();
  }, [hash]);
  const fail = (error: unknown) => setFailure(messageOf(error));
  const open = () => void shell.readProblemReport().then(setReport, fail);
  const save = (text: string) =>
    void platform.saveFile('clover-report.txt', new Blob([text], { type: 'text/plain' })).catch(fail);
  return (
    <div ref={place} className={styles.group}>
      <h3 className={styles.subtitle}>{texts.title}</h3>
      <p className={styles.detail}>{texts.lead}</p>
      {report === null ? (
        <Button size="small" look="outlined" onClick={open}>
          {texts.open}
        </Button>
      ) : (
        <>
          <textarea
            className={styles.report}
            aria-label={texts.report}
            value={report}
            rows={14}
            dir="ltr"
            spellCheck={false}
            readOnly
          />
          <div className={styles.row}>
            <Button size="small" look="outlined" onClick={() => void copy(report)}>
              {texts.copy}
            </Button>
            <Button size="small" look="outlined" onClick={() => save(report)}>
              {texts.save}
            </Button>
          </div>
        </>
      )}
      {failure && (
        <p role="alert" className={styles.error}>
          {failure}
        </p>
      )}
    </div>
  );
}
