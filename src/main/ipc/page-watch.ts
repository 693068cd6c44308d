import type { WebContents } from 'electron';

/**
 * Reports when a page ends: it was closed, crashed, was reloaded or navigated away. A change of the route inside
 * the page does not count.
 * @param onGone receives the page's id, so that its requests can be dropped
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
