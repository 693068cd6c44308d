import type { BrowserWindow } from 'electron';
import { log } from '../log.ts';

/**
 * Asks what to do with a page that does not respond. Reloading ends its process, which is then handled like a crash.
 * The question is closed when the page responds again.
 *
 * @param ask resolves to whether the user wants to reload
 */
export function watchResponsiveness(
  window: BrowserWindow,
  ask: (signal: AbortSignal) => Promise<boolean>,
): void {
  let question: AbortController | null = null;
  window.on('unresponsive', () => {
    if (question) return;
    log('window.unresponsive');
    const current = new AbortController();
    question = current;
    void ask(current.signal)
      .catch(() => false)
      .then((isReload) => {
        question = null;
        if (isReload && !current.signal.aborted && !window.isDestroyed())
          window.webContents.forcefullyCrashRenderer();
      });
  });
  window.on('responsive', () => question?.abort());
}
