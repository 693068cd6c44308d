import { useEffect, useRef, useState } from 'react';
import { fetchPart } from '../../../lib/fetch-part.ts';
import { showToast } from '../../../lib/toast.ts';
import { platform } from '../../../platform/index.ts';
import type { FormatChat } from './export-account.ts';
import { dataTexts as texts } from './texts.ts';

/** Where the page gets what writes a chat's file from: fetched with the first export. */
export type LoadFormat = () => Promise<FormatChat>;

/** Makes an archive and saves it; `done` counts chats while it runs, null otherwise. Leaving the page stops it. */
export function useExport(loadFormat: LoadFormat, scope: 'everything' | 'hidden') {
  const [done, setDone] = useState<number | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = async () => {
    const stop = new AbortController();
    running.current = stop;
    setFailed(false);
    setDone(0);
    try {
      const parts = await fetchPart(() => Promise.all([import('./export-account.ts'), loadFormat()]));
      if (!parts) return;
      const [{ exportAccount }, formatChat] = parts;
      const archive = await exportAccount({ formatChat, scope, onProgress: setDone, signal: stop.signal });
      const day = new Date().toISOString().slice(0, 10);
      if (
        await platform.saveFile(
          `clover-${scope === 'hidden' ? 'hidden-chats' : 'account'}-${day}.zip`,
          archive,
        )
      )
        showToast(texts.exported);
    } catch {
      if (!stop.signal.aborted) setFailed(true);
    } finally {
      setDone(null);
    }
  };
  return { done, hasFailed, start: () => void start(), stop: () => running.current?.abort() };
}
