import type { WebContents } from 'electron';
import { log } from '../log.ts';

/** A page that dies again within this many ms of its reload would die for ever. */
const soon = 10_000;

/**
 * Loads a page again whose process has died, instead of leaving an empty window: what was written is with the service,
 * a draft and a reply half arrived are in the page's own storage. A page that dies again soon is left to the person.
 *
 * @param askToReload resolves to whether the person wants to try once more
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
    if (now() - reloadedAt > soon) reload();
    else
      void askToReload().then((isWanted) => {
        if (isWanted && !contents.isDestroyed()) reload();
      });
  });
}
