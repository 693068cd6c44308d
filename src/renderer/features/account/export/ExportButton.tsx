import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { preventReload } from '../../../lib/reload-safety.ts';
import { LoadFailure, loadModule } from '../../../lib/load-module.ts';
import { showToast } from '../../../lib/toast.ts';
import { platform } from '../../../platform/index.ts';
import styles from '../account.module.css';
import forms from '../forms.module.css';
import { FormError } from '../SubmitForm.tsx';
import { exportTexts as texts } from '../texts.ts';
import type { ExportScope, FormatChat } from './export-account.ts';

interface ExportButtonProps {
  readonly formatChat: FormatChat;
  readonly scope: ExportScope;
  readonly label: string;
}

/** Shows the progress. Leaving the page cancels the export. */
export function ExportButton({ formatChat, scope, label }: ExportButtonProps) {
  /** Number of chats in the archive so far. Null if no export is running. */
  const [progress, setProgress] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const isRunning = progress !== null;
  useEffect(() => (isRunning ? preventReload(() => true) : undefined), [isRunning]);

  const start = async () => {
    const controller = new AbortController();
    running.current = controller;
    setFailure(null);
    setProgress(0);
    try {
      const { exportAccount } = await loadModule(() => import('./export-account.ts'));
      const { signal } = controller;
      const archive = await exportAccount({ formatChat, scope, onProgress: setProgress, signal });
      const day = new Date().toISOString().slice(0, 10);
      const name = `clover-${scope === 'hidden' ? 'hidden-chats' : 'account'}-${day}.zip`;
      if (await platform.saveFile(name, archive)) showToast(texts.done);
    } catch (error) {
      if (!controller.signal.aborted) setFailure(error instanceof LoadFailure ? error.message : texts.failed);
    } finally {
      setProgress(null);
    }
  };
  return (
    <div className={styles.stack}>
      <div className={forms.actions}>
        <Button size="small" look="outlined" disabled={isRunning} onClick={() => void start()}>
          {label}
        </Button>
        {isRunning && (
          <Button size="small" look="plain" onClick={() => running.current?.abort()}>
            {texts.stop}
          </Button>
        )}
      </div>
      <output className={styles.note}>{isRunning && texts.progress({ count: progress })}</output>
      {failure && <FormError>{failure}</FormError>}
    </div>
  );
}
