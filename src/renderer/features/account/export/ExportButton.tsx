import { useEffect, useRef, useState } from 'react';
import { isLockedError } from '../../../../shared/encrypted-history/locked.ts';
import { Button } from '../../../components/Button.tsx';
import { preventReload } from '../../../lib/reload-safety.ts';
import { LoadFailure, loadModule } from '../../../lib/load-module.ts';
import { showToast } from '../../../lib/toast.ts';
import { platform } from '../../../platform/index.ts';
import styles from '../account.module.css';
import forms from '../forms.module.css';
import { FormError } from '../SubmitForm.tsx';
import { exportTexts as texts } from '../texts.ts';
import type { ExportProgress, ExportScope, FormatChat } from './export-account.ts';

interface ExportButtonProps {
  readonly formatChat: FormatChat;
  readonly scope: ExportScope;
  readonly label: string;
}

/** Leaving the page cancels the export. */
export function ExportButton({ formatChat, scope, label }: ExportButtonProps) {
  /** Null if no export is running. */
  const [progress, setProgress] = useState<ExportProgress | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const isRunning = progress !== null;
  useEffect(() => (isRunning ? preventReload(() => true) : undefined), [isRunning]);

  const start = async () => {
    const controller = new AbortController();
    running.current = controller;
    setFailure(null);
    setProgress({ chats: 0, files: null, allFiles: 0 });
    try {
      const { exportAccount } = await loadModule(() => import('./export-account.ts'));
      const { signal } = controller;
      const archive = await exportAccount({ formatChat, scope, onProgress: setProgress, signal });
      const day = new Date().toISOString().slice(0, 10);
      const name = `clover-${scope === 'hidden' ? 'hidden-chats' : 'account'}-${day}.zip`;
      const saved = await platform.saveFile(name, archive);
      if (saved !== null) showToast(texts.done({ name: saved }));
    } catch (error) {
      if (!controller.signal.aborted) setFailure(messageOf(error));
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
      {progress && <Progress {...progress} />}
      {failure && <FormError>{failure}</FormError>}
    </div>
  );
}

const messageOf = (error: unknown): string =>
  error instanceof LoadFailure || isLockedError(error) ? error.message : texts.failed;

/** The number of chats is not known in advance, so the bar has no value while they are read. */
function Progress({ chats, files, allFiles }: ExportProgress) {
  return (
    <div>
      <progress
        className={styles.progress}
        aria-label={texts.progress}
        {...(files !== null && { value: files, max: allFiles })}
      />
      <p className={styles.note}>
        {files === null
          ? texts.chatsRead({ count: chats })
          : texts.filesRead({ done: files, count: allFiles })}
      </p>
    </div>
  );
}
