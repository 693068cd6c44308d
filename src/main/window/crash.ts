import type { WebContents } from 'electron';
import { log } from '../log.ts';

/** In milliseconds. A page that crashes sooner would probably keep crashing. */
const minimumUptime = 10_000;

/**
 * Reloads a page whose process has crashed, because the window would stay empty. Nothing is lost: messages are on the
 * service, running replies continue there or in the main process, and drafts are in the page's storage. If the page
 * crashes again soon, the user decides.
 * @param askToReload resolves to whether the user wants to reload
 */
export function recoverFromCrash(
  contents: WebContents,
  askToReload: () => Promise<boolean>,
  now: () => number = Date.now,
): void {
  let reloadedAt = Number.NEGATIVE_INFINITY;
  contents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return;
    log('window.page-gone', { reason });
    const reload = (): void => {
      reloadedAt = now();
      contents.reload();
    };
    if (now() - reloadedAt > minimumUptime) reload();
    else
      void askToReload().then((isAgreed) => {
        if (isAgreed && !contents.isDestroyed()) reload();
      });
  });
}
