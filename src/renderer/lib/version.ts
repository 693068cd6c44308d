import { isSafeToReload } from './reload-safety.ts';
import { onLoadFailure } from './load-module.ts';
import { paths } from './paths.ts';

/** The minimum time in milliseconds between two checks when the page becomes visible. */
export const checkInterval = 5 * 60_000;
/**
 * The entry script for which the page has already reloaded. If a cache still serves the old one, another reload would
 * not help.
 */
const RELOADED_KEY = 'clover-reloaded';

let isOutdated = false;
/** Loads the new version. Set by the service worker, which keeps this version's files until then. */
let loadIt: (() => void) | null = null;
let isKept = false;
const listeners = new Set<() => void>();

/** True if a newer version is deployed. A snapshot for useSyncExternalStore. */
export const hasNewVersion = (): boolean => isOutdated;

export function onNewVersion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function loadNewVersion(): void {
  if (loadIt) loadIt();
  else window.location.reload();
}

export function offerVersion(load: () => void): void {
  loadIt = load;
  publish();
}

/** Offers to reload, because another tab runs a newer version. */
export function reportNewVersion(): void {
  publish();
}

/**
 * Called while a service worker keeps this version's files, so that the page works without a reload. Returns
 * a function that reverses this.
 */
export function keepVersion(): () => void {
  isKept = true;
  return () => {
    isKept = false;
    loadIt = null;
  };
}

function publish(): void {
  isOutdated = true;
  for (const listener of listeners) listener();
}

/** Returns the URL of the entry script. Its name contains a hash of all its imports. */
const ownEntry = (): string | null =>
  document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute('src') ?? null;

/**
 * For pages without a service worker: checks for a newer version when the tab becomes visible, the network returns or a
 * module fails to load. If there is one, reloads the page, now or once the tab is hidden, but never if that would
 * interrupt the user. Returns a function that stops this.
 */
export function followVersion(reload: () => void): () => void {
  let checkedAt = 0;
  const reloadIfSafe = () => {
    const entry = ownEntry();
    if (
      !isOutdated ||
      isKept ||
      !entry ||
      !isSafeToReload() ||
      sessionStorage.getItem(RELOADED_KEY) === entry
    )
      return;
    sessionStorage.setItem(RELOADED_KEY, entry);
    reload();
  };
  const check = async () => {
    checkedAt = Date.now();
    if (isKept || !(isOutdated || (await hasOtherEntry()))) return;
    isOutdated = true;
    reloadIfSafe();
    publish();
  };
  const onFailure = () => void check();
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') reloadIfSafe();
    else if (Date.now() - checkedAt > checkInterval) void check();
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

/** True if the service now serves another entry. False if it is unreachable. */
async function hasOtherEntry(): Promise<boolean> {
  const entry = ownEntry();
  try {
    // The query string prevents a service worker from responding.
    const response = await fetch(`${paths.chat}?version`, {
      cache: 'no-cache',
      headers: { accept: 'text/html' },
    });
    const html = response.ok ? await response.text() : '';
    return entry !== null && html.includes('type="module"') && !html.includes(`"${entry}"`);
  } catch {
    return false;
  }
}
