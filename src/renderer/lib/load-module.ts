import { loadFailureTexts } from './load-failure-texts.ts';

/** A part of the app that could not be loaded: the network is away, or a newer version has replaced its files. */
export class LoadFailure extends Error {
  override readonly name = 'LoadFailure';
  /** Call it before drawing what failed again: until then the failure is remembered. */
  readonly forget: () => void;
  constructor(cause: unknown, forget: () => void = () => {}) {
    super(loadFailureTexts.message, { cause });
    this.forget = forget;
  }
}

const failureListeners = new Set<() => void>();

/** Calls back when a part could not be loaded. Returns its own undo. */
export function onLoadFailure(listener: () => void): () => void {
  failureListeners.add(listener);
  return () => void failureListeners.delete(listener);
}

/**
 * Imports a module that is loaded when it is needed: `loadModule(() => import('./part.ts'))`. Every dynamic import
 * goes through here, so that each can be tried again.
 *
 * @throws LoadFailure, whose message is meant for the person
 */
export async function loadModule<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    await Promise.all([...failedStyles].map(reloadStyle));
    return await load();
  } catch (error) {
    for (const listener of failureListeners) listener();
    throw new LoadFailure(error);
  }
}

/** The bundler loads the styles of a module once, even if that fails; without this a retry would draw it unstyled. */
const failedStyles = new Set<HTMLLinkElement>();

/** Starts to notice styles that cannot be loaded. Returns its own undo. */
export function watchStyles(): () => void {
  const onError = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStyles.add(target);
  };
  // Those of the document were tried before this script could run.
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
    if (!link.sheet) failedStyles.add(link);
  // An error of an element does not bubble.
  document.addEventListener('error', onError, true);
  return () => document.removeEventListener('error', onError, true);
}

function reloadStyle(failed: HTMLLinkElement): Promise<void> {
  failedStyles.delete(failed);
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.crossOrigin = '';
  link.href = failed.href;
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => reject(new Error(`${link.href} could not be loaded`)));
    failed.replaceWith(link);
  });
}
