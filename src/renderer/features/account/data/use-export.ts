import { useEffect, useRef, useState } from 'react';
import { keepPage } from '../../../lib/calm.ts';
import { LoadFailure, loadModule } from '../../../lib/load-module.ts';
import { showToast } from '../../../lib/toast.ts';
import { platform } from '../../../platform/index.ts';
import type { FormatChat } from './export-account.ts';
import { dataTexts as texts } from './texts.ts';

/** Makes an archive and saves it; `done` counts chats while it runs, null otherwise. Leaving the page stops it. */
export function useExport(formatChat: FormatChat, scope: 'everything' | 'hidden') {
  const [done, setDone] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const isRunning = done !== null;
  useEffect(() => (isRunning ? keepPage(() => true) : undefined), [isRunning]);

  const start = async () => {
    const stop = new AbortController();
    running.current = stop;
    setFailure(null);
    setDone(0);
    try {
      const { exportAccount } = await loadModule(() => import('./export-account.ts'));
      const archive = await exportAccount({ formatChat, scope, onProgress: setDone, signal: stop.signal });
      const day = new Date().toISOString().slice(0, 10);
      if (
        await platform.saveFile(
          `clover-${scope === 'hidden' ? 'hidden-chats' : 'account'}-${day}.zip`,
          archive,
        )
      )
        showToast(texts.exported);
    } catch (error) {
      if (!stop.signal.aborted) setFailure(error instanceof LoadFailure ? error.message : texts.exportFailed);
    } finally {
      setDone(null);
    }
  };
  return { done, failure, start: () => void start(), stop: () => running.current?.abort() };
}
