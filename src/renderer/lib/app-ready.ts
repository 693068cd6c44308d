/** Reports to entry/load-app.js that the page handles events now, so that it replays what the user did before. */
export const reportReady = (): void =>
  // Not during the effects of React, which may still change the page.
  queueMicrotask(() => window.dispatchEvent(new Event('clover:ready')));

/** Runs once the page reacts, after what the user did before was repeated. Returns how to cancel it. */
export function onReady(run: () => void): () => void {
  window.addEventListener('clover:ready', run, { once: true });
  return () => window.removeEventListener('clover:ready', run);
}

/** True for the first page if it was prerendered: the browser has scrolled it, and the user may have scrolled since. */
export function isFirstPrerendered(pathname: string): boolean {
  const root = document.getElementById('root');
  const isFirst = root?.dataset['page'] === pathname;
  delete root?.dataset['page'];
  return isFirst;
}
