import { type ComponentType, createElement, lazy, type ReactNode, Suspense, useState } from 'react';
import { LoadFailure } from '../lib/load-module.ts';
import { onDemand } from '../lib/on-demand.ts';
import { ErrorBoundary, type FailureLook } from './ErrorBoundary.tsx';

type Load<Props> = () => Promise<ComponentType<Props>>;

export interface Preloadable {
  /** Loads the code ahead, so that the component is drawn without a pause. A failure shows when it is drawn. */
  readonly preload: () => void;
}

/**
 * A page whose code is loaded when it is opened. It waits and fails in the shell around it, so that the page before
 * stays on screen meanwhile.
 */
export function lazyPage<Props extends object>(load: Load<Props>): ComponentType<Props> & Preloadable {
  const part = onDemand(load);
  let last: {
    readonly promise: Promise<ComponentType<Props>>;
    readonly Waiting: ComponentType<Props>;
  } | null;
  /** React's own lazy component never tries again: there is one for each try. */
  const waitFor = (promise: Promise<ComponentType<Props>>): ComponentType<Props> => {
    if (last?.promise !== promise) {
      const Waiting = lazy(async () => ({ default: await promise })) as ComponentType<Props>;
      last = { promise, Waiting };
    }
    return last.Waiting;
  };
  // Chosen once: another type would be drawn from scratch and lose its state.
  function Page(props: Props): ReactNode {
    const [Chosen] = useState(() => part.read() ?? waitFor(part.load()));
    return createElement(Chosen, props);
  }
  return Object.assign(Page, { preload: () => void part.load().catch(forget) });
}

interface LazyOptions {
  /** How a failure looks. */
  readonly look: FailureLook;
  readonly waiting?: ReactNode;
}

/** A part of a page whose code is loaded when it is first drawn. A failure shows in its place, with Retry. */
export function lazyComponent<Props extends object>(
  load: Load<Props>,
  { look, waiting = null }: LazyOptions,
): ComponentType<Props> & Preloadable {
  const Part = lazyPage(load);
  const Framed = (props: Props) => (
    <ErrorBoundary look={look} onClose={closeOf(props)}>
      <Suspense fallback={waiting}>
        <Part {...props} />
      </Suspense>
    </ErrorBoundary>
  );
  return Object.assign(Framed, { preload: Part.preload });
}

/** What could not be loaded ahead is loaded when it is drawn. */
function forget(error: unknown): void {
  if (error instanceof LoadFailure) error.forget();
}

/** A dialog that cannot be drawn can still be closed. */
function closeOf(props: object): (() => void) | undefined {
  const close = 'onClose' in props ? props.onClose : undefined;
  return typeof close === 'function' ? () => void close() : undefined;
}
