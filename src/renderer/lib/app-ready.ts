/** Reports to entry/load-app.js that the page reacts, so that it repeats what the user did before. */
export const reportReady = (): void =>
  // Not during the effects of React, which may still change the page.
  queueMicrotask(() => window.dispatchEvent(new Event('clover:ready')));

/** True for the first page if it was prerendered: the browser has scrolled it, and the user may have scrolled since. */
export function isFirstPrerendered(pathname: string): boolean {
  const root = document.getElementById('root');
  const isFirst = root?.dataset['page'] === pathname;
  delete root?.dataset['page'];
  return isFirst;
}
