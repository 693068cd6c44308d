const failures = new WeakSet<Error>();

/** Begins to notice parts of the app that could not be fetched, as the bundler tells them. Returns its own undo. */
export function watchLoadFailures(): () => void {
  const onFailure = (event: Event) => {
    if ('payload' in event && event.payload instanceof Error) failures.add(event.payload);
  };
  window.addEventListener('vite:preloadError', onFailure);
  return () => window.removeEventListener('vite:preloadError', onFailure);
}

/**
 * Whether an error means that a part of the app did not arrive: offline, or replaced by a newer version. Drawing again
 * cannot help then, because a failed import stays failed for the life of the page.
 */
export const isLoadFailure = (error: unknown): boolean => error instanceof Error && failures.has(error);
