import { isCalm } from './calm.ts';
import { onLoadFailure } from './load-module.ts';
import { paths } from './paths.ts';

/** How long (ms) an answer counts when the person comes back to the page. */
const CHECK_EVERY = 5 * 60_000;
/** Names the version that a reload was meant to replace: a cache that still serves it must not cause a second one. */
const RELOADED = 'clover-reloaded';

let isOutdated = false;
const listeners = new Set<() => void>();

/** Whether the service has a newer version of the app than this page, for useSyncExternalStore. */
export const hasNewVersion = (): boolean => isOutdated;

export function onNewVersion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The entry's file: its name carries a hash of everything that it imports. */
const ownEntry = (): string | null =>
  document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute('src') ?? null;

/**
 * Notices that a newer version was deployed, and loads it at a moment when nothing is interrupted: when the tab is
 * hidden or looked at again, or when a part that is no longer there was needed. Returns its own undo.
 */
export function followVersion(reload: () => void): () => void {
  let checkedAt = 0;
  const reloadIfCalm = () => {
    const entry = ownEntry();
    if (!isOutdated || !entry || !isCalm() || sessionStorage.getItem(RELOADED) === entry) return;
    sessionStorage.setItem(RELOADED, entry);
    reload();
  };
  const check = async () => {
    checkedAt = Date.now();
    isOutdated ||= await isReplaced();
    if (!isOutdated) return;
    reloadIfCalm();
    for (const listener of listeners) listener();
  };
  const onFailure = () => void check();
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') reloadIfCalm();
    else if (Date.now() - checkedAt > CHECK_EVERY) void check();
  };
  const undoFailures = onLoadFailure(onFailure);
  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('online', onFailure);
  return () => {
    undoFailures();
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('online', onFailure);
    isOutdated = false;
  };
}

/** Whether the page that the service sends now has another entry. False where it cannot be asked. */
async function isReplaced(): Promise<boolean> {
  const entry = ownEntry();
  try {
    const response = await fetch(paths.chat, { cache: 'no-cache', headers: { accept: 'text/html' } });
    const html = response.ok ? await response.text() : '';
    return entry !== null && html.includes('type="module"') && !html.includes(`"${entry}"`);
  } catch {
    return false;
  }
}
