import type { WebContents } from 'electron';

/**
 * Tells when a page is over: closed, crashed, reloaded or led elsewhere. Moving within the page is none of these.
 *
 * @param onGone given the page's id; what it had asked for has no reader any more
 * @returns begins to watch a page; repeating it is free, as one page asks many times
 */
export function createPageWatch(onGone: (pageId: number) => void): (contents: WebContents) => void {
  const watched = new WeakSet<WebContents>();
  return (contents) => {
    if (watched.has(contents)) return;
    watched.add(contents);
    const { id } = contents;
    const abandon = (): void => onGone(id);
    contents.once('destroyed', abandon);
    contents.on('render-process-gone', abandon);
    contents.on('did-start-navigation', (details) => {
      if (details.isMainFrame && !details.isSameDocument) abandon();
    });
  };
}
