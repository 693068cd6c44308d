import { Button } from '../../../components/Button.tsx';
import styles from '../forms.module.css';
import { SectionError } from '../Section.tsx';
import { dataTexts as texts } from './texts.ts';
import type { FormatChat } from './export-account.ts';
import { useExport } from './use-export.ts';

interface ExportButtonProps {
  readonly formatChat: FormatChat;
  readonly scope: 'everything' | 'hidden';
  readonly label: string;
}

/** Makes an archive, says how far it is, and can be stopped. */
export function ExportButton({ formatChat, scope, label }: ExportButtonProps) {
  const { done, failure, start, stop } = useExport(formatChat, scope);
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
      {failure && <SectionError>{failure}</SectionError>}
    </div>
  );
}
