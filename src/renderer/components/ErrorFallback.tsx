import { type ReactNode, useEffect, useEffectEvent, useId, useSyncExternalStore } from 'react';
import { loadFailureTexts } from '../lib/load-failure-texts.ts';
import { reportReady } from '../lib/app-ready.ts';
import { LoadFailure, onRetryLoading, retryLoading } from '../lib/load-module.ts';
import { hasNewVersion, loadNewVersion, onNewVersion } from '../lib/version.ts';
import { Button } from './Button.tsx';
import { DialogActions } from './dialog/DialogActions.tsx';
import { PlainDialog } from './dialog/PlainDialog.tsx';
import styles from './ErrorFallback.module.css';
import { failureTexts as texts } from './texts.ts';

/** The part that failed: the whole app, a page, a part of a page (`area`, `panel`), a dialog, or an invisible part. */
export type FailureLook = 'app' | 'page' | 'area' | 'panel' | 'dialog' | 'nothing';

export interface ErrorFallbackProps {
  readonly error: unknown;
  readonly look?: FailureLook;
  readonly retries?: number;
  readonly onRetry: () => void;
  readonly onClose?: (() => void) | undefined;
}

/** Shows an error where it happened, with Retry [CHAT-045, CHAT-046]. */
export function ErrorFallback({ error, look = 'page', retries = 0, onRetry, onClose }: ErrorFallbackProps) {
  const isIncomplete = error instanceof LoadFailure;
  const textId = useId();
  const retry = useEffectEvent(onRetry);
  useEffect(reportReady, []);
  useEffect(() => {
    if (!isIncomplete) return;
    const onOnline = () => retry();
    window.addEventListener('online', onOnline);
    const stop = onRetryLoading(() => retry());
    return () => {
      window.removeEventListener('online', onOnline);
      stop();
    };
  }, [isIncomplete]);

  const title = isIncomplete ? loadFailureTexts.title : texts.title;
  const isReplaced = useSyncExternalStore(onNewVersion, hasNewVersion, () => false) && isIncomplete;
  const message = isReplaced ? texts.replaced : messageOf(error);
  const buttons: ReactNode = (
    <>
      {/* Some browsers request a failed module again only after a page reload. */}
      {isIncomplete && (retries > 0 || isReplaced) && (
        <Button look={isReplaced ? 'filled' : 'outlined'} onClick={loadNewVersion}>
          {texts.reload}
        </Button>
      )}
      <Button look={isReplaced ? 'outlined' : 'filled'} onClick={isIncomplete ? retryLoading : onRetry}>
        {texts.retry}
      </Button>
    </>
  );
  switch (look) {
    case 'nothing':
      return null;
    case 'area':
    case 'panel':
      return (
        <div className={styles[look]} role="alert">
          <p className={styles.message}>{message}</p>
          <div className={styles.actions}>{buttons}</div>
        </div>
      );
    case 'dialog':
      return (
        <PlainDialog title={title} describedBy={textId} onCancel={() => onClose?.()}>
          <p id={textId} className={styles.message}>
            {message}
          </p>
          <DialogActions>
            {onClose && (
              <Button look="outlined" onClick={onClose}>
                {texts.close}
              </Button>
            )}
            {buttons}
          </DialogActions>
        </PlainDialog>
      );
    case 'app':
      return (
        <main className={styles.fallback} role="alert">
          <h1 className={styles.title}>{texts.rootTitle}</h1>
          <p className={styles.message}>{texts.root}</p>
          <Button onClick={() => location.reload()}>{texts.reload}</Button>
        </main>
      );
    case 'page':
      return (
        <div className={styles.fallback} role="alert">
          <h1 className={styles.title}>{texts.title}</h1>
          <p className={styles.message}>{message}</p>
          <div className={styles.actions}>{buttons}</div>
        </div>
      );
  }
}

const messageOf = (error: unknown): string =>
  error instanceof Error && error.message ? error.message : texts.unexpected;
