import { loadingTexts } from '../../shared/texts.ts';
import { loadFailureTexts } from './load-failure-texts.ts';

/** A lazily loaded module failed to load: there is no network, or a newer version has replaced the module. */
export class LoadFailure extends Error {
  override readonly name = 'LoadFailure';
  /** Clears the cached error. Must be called before rendering again. */
  readonly forget: () => void;
  constructor(cause: unknown, forget: () => void = () => {}) {
    super(loadFailureTexts.message, { cause });
    this.forget = forget;
  }
}

const failureListeners = new Set<() => void>();

/** Called when a module fails to load. Returns an unsubscribe function. */
export function onLoadFailure(listener: () => void): () => void {
  failureListeners.add(listener);
  return () => void failureListeners.delete(listener);
}

const retryListeners = new Set<() => void>();

/** Calls the listener when the user presses Retry anywhere on the page. Returns an unsubscribe function. */
export function onRetryLoading(listener: () => void): () => void {
  retryListeners.add(listener);
  return () => void retryListeners.delete(listener);
}

/** Loads all parts that failed to load again, because several parts may need the same file. */
export function retryLoading(): void {
  for (const listener of retryListeners) listener();
}

/**
 * Loads a module dynamically: `loadModule(() => import('./part.ts'))`. All dynamic imports use it, so that
 * they can be retried.
 *
 * @throws LoadFailure, whose message is for the user
 */
export async function loadModule<Module>(load: () => Promise<Module>): Promise<Module> {
  // Calls of the same import have the same source text.
  const source = load.toString();
  try {
    const missing = await Promise.all([...failedStyles].map(reloadStyle));
    const required = requiredStyles.get(source);
    if (required !== undefined && missing.includes(required)) throw new Error(bundlerMessage + required);
    const module = await load();
    const texts = loadingTexts();
    if (texts) await texts;
    return module;
  } catch (error) {
    const style = missingStyleOf(error);
    if (style !== null) requiredStyles.set(source, style);
    for (const listener of failureListeners) listener();
    throw new LoadFailure(error);
  }
}

/**
 * The bundler loads a module's styles only once, even if that fails. A retry would show the module without
 * styles.
 */
const failedStyles = new Set<HTMLLinkElement>();
/** The style that made an import fail, by the import's source text. Other imports don't wait for the style. */
const requiredStyles = new Map<string, string>();

const bundlerMessage = 'Unable to preload CSS for ';

/** Returns the href of the style that an error is about, or null. */
function missingStyleOf(error: unknown): string | null {
  if (!(error instanceof Error) || !error.message.startsWith(bundlerMessage)) return null;
  return new URL(error.message.slice(bundlerMessage.length), document.baseURI).href;
}

/** Starts tracking styles that fail to load. Returns a function that stops it. */
export function watchStyles(): () => void {
  const onError = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStyles.add(target);
  };
  // The document's styles were loaded before this script ran, except disabled ones, which a prerendered page contains.
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]:not([disabled])'))
    if (!link.sheet) failedStyles.add(link);
  // Element errors don't bubble.
  document.addEventListener('error', onError, true);
  return () => document.removeEventListener('error', onError, true);
}

/** Resolves to the style's href if it fails again, otherwise to null. */
function reloadStyle(failed: HTMLLinkElement): Promise<string | null> {
  failedStyles.delete(failed);
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.crossOrigin = '';
  link.href = failed.href;
  return new Promise((resolve) => {
    link.addEventListener('load', () => resolve(null));
    link.addEventListener('error', () => resolve(link.href));
    failed.replaceWith(link);
  });
}
