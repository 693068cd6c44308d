import type { KatexOptions } from 'katex';
import { loadModule } from '../../../lib/load-module.ts';
import { rememberSuccess } from '../../../lib/remember.ts';

/** Turns a formula into elements. Throws where it is not one. */
export type Typeset = (source: string, isDisplay: boolean) => HTMLElement;

/** More cells than this make tens of thousands of elements. */
const MAX_CELLS = 300;

/** Commands that define others: a long one named often enough is a text without end. They mean "unknown command" here. */
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

/**
 * What a formula may do: nothing beside being drawn. Links, images, classes and identifiers need trust and get none;
 * macros may not run on, and nothing is drawn larger than a page.
 */
const optionsOf = (displayMode: boolean): KatexOptions => ({
  displayMode,
  trust: false,
  strict: 'ignore',
  throwOnError: true,
  // What is not allowed is shown by its name, in the colour of the text.
  errorColor: 'currentColor',
  maxExpand: 300,
  maxSize: 10,
  output: 'htmlAndMathml',
  // A new object each time, because the library writes into it.
  macros: Object.fromEntries(definitions),
});

let ready: Typeset | null = null;

/** Fetches the library, its styles and, with them, the fonts that are used: when the first formula is shown. */
export const loadTypesetter = rememberSuccess(async (): Promise<Typeset> => {
  const [{ default: katex }] = await loadModule(() =>
    Promise.all([import('katex'), import('katex/dist/katex.min.css')]),
  );
  ready = (source, isDisplay) => {
    if ((source.match(/&|\\\\/g)?.length ?? 0) > MAX_CELLS) throw new RangeError('Too many cells.');
    const element = document.createElement('span');
    // Builds elements one by one: no markup is parsed.
    katex.render(source, element, optionsOf(isDisplay));
    return element;
  };
  return ready;
});

let tries = 0;
const tryListeners = new Set<() => void>();

/** How often the person has asked to load the library again, for useSyncExternalStore. */
export const triesOfTypesetter = (): number => tries;

export function onTypesetterTry(listener: () => void): () => void {
  tryListeners.add(listener);
  return () => tryListeners.delete(listener);
}

/** Has all formulas that wait for the library ask for it again. */
export function retryTypesetter(): void {
  tries += 1;
  for (const listener of tryListeners) listener();
}

/** The typesetter once it is there, for what must not wait. */
export const typesetterNow = (): Typeset | null => ready;
