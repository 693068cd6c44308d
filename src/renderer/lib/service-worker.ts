import { onLoadFailure } from './load-module.ts';
import { checkInterval, keepVersion, offerVersion } from './version.ts';

/**
 * Installs the service worker (src/worker), which opens the app without a network, and offers each later
 * version after its download. Does nothing in browsers without service workers. Returns a function that stops
 * it.
 */
export function installServiceWorker(script: string): () => void {
  // Missing on pages without TLS, and in some private windows.
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  if (!workers) return () => {};
  let registration: ServiceWorkerRegistration | null = null;
  let isOver = false;
  let checkedAt = Date.now();
  let release = workers.controller ? keepVersion() : null;

  const load = () => {
    const waiting = registration?.waiting;
    if (!waiting) return location.reload();
    workers.addEventListener('controllerchange', () => location.reload(), { once: true });
    waiting.postMessage({ type: 'SKIP_WAITING' });
  };
  const onInstalling = () => {
    const installing = registration?.installing;
    installing?.addEventListener('statechange', () => offerWaiting());
  };
  const offerWaiting = () => {
    if (!isOver && registration?.active && registration.waiting) offerVersion(load);
  };
  const check = () => {
    checkedAt = Date.now();
    // If this fails, the browser checks when the app is opened again.
    registration?.update().catch(() => {});
  };
  const onVisibility = () => {
    if (document.visibilityState === 'visible' && Date.now() - checkedAt > checkInterval) check();
  };
  const onController = () => {
    // Another tab has accepted the new version. Ignored for the first worker, which has this page's version.
    if (release) offerVersion(load);
    else release = keepVersion();
  };

  workers.register(script).then(
    (registered?: ServiceWorkerRegistration) => {
      // A browser that blocks service workers, as in most end-to-end tests, may resolve with nothing.
      if (isOver || !registered) return;
      registration = registered;
      registered.addEventListener('updatefound', onInstalling);
      onInstalling();
      offerWaiting();
    },
    // The browser forbids storage. The app works, but only with a network.
    () => {},
  );
  workers.addEventListener('controllerchange', onController);
  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('online', check);
  const undoFailures = onLoadFailure(check);
  return () => {
    isOver = true;
    release?.();
    registration?.removeEventListener('updatefound', onInstalling);
    workers.removeEventListener('controllerchange', onController);
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('online', check);
    undoFailures();
  };
}
