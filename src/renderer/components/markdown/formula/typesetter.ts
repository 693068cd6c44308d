import type { KatexOptions } from 'katex';
import { loadModule } from '../../../lib/load-module.ts';
import { cacheSuccess } from '../../../lib/cache-success.ts';

/** Throws if the formula is invalid. */
export type RenderFormula = (source: string, isDisplay: boolean) => HTMLElement;

/** The maximum number of cells. Larger tables would create tens of thousands of elements. */
const MAX_CELLS = 300;

/** Macro definitions could expand endlessly, so these commands are replaced with one that doesn't exist. */
const definitions = [
  'def',
  'gdef',
  'edef',
  'xdef',
  'let',
  'futurelet',
  'global',
  'long',
  'newcommand',
  'renewcommand',
  'providecommand',
].map((name) => [`\\${name}`, '\\definitionsarenotallowed'] as const);

/** Formulas are untrusted: no links, images, classes or ids, and limited expansion and size. */
const optionsOf = (displayMode: boolean): KatexOptions => ({
  displayMode,
  trust: false,
  strict: 'ignore',
  throwOnError: true,
  // Unknown commands are shown by name in the text color.
  errorColor: 'currentColor',
  maxExpand: 300,
  maxSize: 10,
  output: 'htmlAndMathml',
  // KaTeX modifies the object, so each call needs a new one.
  macros: Object.fromEntries(definitions),
});

let ready: RenderFormula | null = null;

/** Loads KaTeX and its styles when the first formula is shown. */
export const loadTypesetter = cacheSuccess(async (): Promise<RenderFormula> => {
  const [{ default: katex }] = await loadModule(() =>
    Promise.all([import('katex'), import('katex/dist/katex.min.css')]),
  );
  ready = (source, isDisplay) => {
    if ((source.match(/&|\\\\/g)?.length ?? 0) > MAX_CELLS) throw new RangeError('Too many cells.');
    const element = document.createElement('span');
    katex.render(source, element, optionsOf(isDisplay));
    return element;
  };
  return ready;
});

let attempts = 0;
const attemptListeners = new Set<() => void>();

/** Returns a counter, so that useSyncExternalStore notices each attempt. */
export const typesetterAttempts = (): number => attempts;

export function onTypesetterAttempt(listener: () => void): () => void {
  attemptListeners.add(listener);
  return () => attemptListeners.delete(listener);
}

/** Makes all waiting formulas load KaTeX again. */
export function retryTypesetter(): void {
  attempts += 1;
  for (const listener of attemptListeners) listener();
}

/** Returns null until KaTeX is loaded. */
export const loadedTypesetter = (): RenderFormula | null => ready;
