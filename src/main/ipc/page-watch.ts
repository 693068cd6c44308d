import type { WebContents } from 'electron';

/**
 * Reports when a page ends: closed, crashed, reloaded or navigated away, but not when it changes its route.
 *
 * @param onGone receives the page's id; its requests no longer have a reader
 * @returns starts watching a page; repeated calls do nothing
 */
export function createPageWatch(onGone: (pageId: number) => void): (contents: WebContents) => void {
  const watchedPages = new WeakSet<WebContents>();
  return (contents) => {
    if (watchedPages.has(contents)) return;
    watchedPages.add(contents);
    const { id } = contents;
    const abandon = (): void => onGone(id);
    contents.once('destroyed', abandon);
    contents.on('render-process-gone', abandon);
    contents.on('did-start-navigation', (details) => {
      if (details.isMainFrame && !details.isSameDocument) abandon();
    });
  };
}
