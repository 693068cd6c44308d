import type { WebContents } from 'electron';

/**
 * Reports when a page ends: when it is closed, crashes, is reloaded or navigates away. A route change within the page
 * does not count.
 * @param onGone receives the page's id, so that its requests can be canceled
 * @returns a function that starts watching a page; repeated calls do nothing
 */
export function createPageWatch(onGone: (pageId: number) => void): (contents: WebContents) => void {
  const watchedPages = new WeakSet<WebContents>();
  return (contents) => {
    if (watchedPages.has(contents)) return;
    watchedPages.add(contents);
    const { id } = contents;
    const reportGone = (): void => onGone(id);
    contents.once('destroyed', reportGone);
    contents.on('render-process-gone', reportGone);
    contents.on('did-start-navigation', (details) => {
      if (details.isMainFrame && !details.isSameDocument) reportGone();
    });
  };
}
