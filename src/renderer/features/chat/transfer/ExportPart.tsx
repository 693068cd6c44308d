import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { DialogActions } from '../../../components/dialog/DialogActions.tsx';
import { showToast } from '../../../lib/toast.ts';
import { ExportFile, type ExportFormat } from './export-file.ts';
import { readAllChats } from './read-chats.ts';
import { transferToasts } from './menu-texts.ts';
import { transferTexts as texts } from './texts.ts';
import styles from './TransferDialog.module.css';

export function ExportPart({ userId }: { readonly userId: string }) {
  const [news, setNews] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const runningExport = useRef<AbortController | null>(null);
  const titleId = useId();
  useEffect(() => () => runningExport.current?.abort(), []);
  const save = async (format: ExportFormat) => {
    const controller = new AbortController();
    runningExport.current = controller;
    setIsBusy(true);
    try {
      const file = new ExportFile(format);
      for await (const chat of readAllChats(userId, controller.signal)) {
        file.add(chat);
        setNews(texts.exporting({ done: file.count }));
      }
      if (file.count > 0) await file.save();
      setNews(file.count > 0 ? null : texts.nothing);
    } catch {
      setNews(null);
      // If the export was aborted, the user has closed the dialog.
      if (!controller.signal.aborted) showToast(transferToasts.exportFailed);
    }
    setIsBusy(false);
  };
  return (
    <section className={styles.part} aria-labelledby={titleId}>
      <h3 id={titleId} className={styles.heading}>
        {texts.exportTitle}
      </h3>
      <p className={styles.text}>{texts.exportText}</p>
      <div className={styles.state} aria-live="polite">
        {news && <p>{news}</p>}
      </div>
      <DialogActions>
        <Button look="outlined" disabled={isBusy} onClick={() => void save('md')}>
          {texts.exportMarkdown}
        </Button>
        <Button look="outlined" disabled={isBusy} onClick={() => void save('json')}>
          {texts.exportJson}
        </Button>
      </DialogActions>
    </section>
  );
}
