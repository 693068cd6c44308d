import { Button } from '../../../components/Button.tsx';
import styles from '../forms.module.css';
import { SectionError } from '../Section.tsx';
import { dataTexts as texts } from './texts.ts';
import { type LoadFormat, useExport } from './use-export.ts';

interface ExportButtonProps {
  readonly loadFormat: LoadFormat;
  readonly scope: 'everything' | 'hidden';
  readonly label: string;
}

/** Makes an archive, says how far it is, and can be stopped. */
export function ExportButton({ loadFormat, scope, label }: ExportButtonProps) {
  const { done, hasFailed, start, stop } = useExport(loadFormat, scope);
  return (
    <div className={styles.stack}>
      <div className={styles.actions}>
        <Button size="small" look="outlined" disabled={done !== null} onClick={start}>
          {label}
        </Button>
        {done !== null && (
          <Button size="small" look="plain" onClick={stop}>
            {texts.stop}
          </Button>
        )}
      </div>
      <output className={styles.note}>{done === null ? '' : texts.exporting(done)}</output>
      {hasFailed && <SectionError>{texts.exportFailed}</SectionError>}
    </div>
  );
}
