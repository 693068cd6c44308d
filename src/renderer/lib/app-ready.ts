/** Reports to entry/load-app.js that the page now handles events, so that it replays the user's earlier ones. */
export const reportReady = (): void =>
  // Delayed, because React's effects may still change the page.
  queueMicrotask(() => window.dispatchEvent(new Event('clover:ready')));

/** Calls `run` once the page handles events and earlier ones are replayed. Returns a function that cancels it. */
export function onReady(run: () => void): () => void {
  window.addEventListener('clover:ready', run, { once: true });
  return () => window.removeEventListener('clover:ready', run);
}

/**
 * True for the first page if it was prerendered: the browser has restored its scroll position, and the user may have
 * scrolled since.
 */
export function isFirstPrerendered(pathname: string): boolean {
  const root = document.getElementById('root');
  const isFirst = root?.dataset['page'] === pathname;
  delete root?.dataset['page'];
  return isFirst;
}
