import {
  type ComponentType,
  createElement,
  lazy,
  type ReactNode,
  startTransition,
  Suspense,
  useEffect,
  useState,
} from 'react';
import { LoadFailure } from '../lib/load-module.ts';
import { onDemand } from '../lib/on-demand.ts';
import { ErrorBoundary, type FailureLook } from './ErrorBoundary.tsx';

type Load<Props> = () => Promise<ComponentType<Props>>;

export interface Preloadable {
  /** Loads the code in advance. Never rejects, because errors appear when the component renders. */
  readonly preload: () => Promise<void>;
}

export interface LazyPart extends Preloadable {
  readonly isLoaded: () => boolean;
}

/**
 * Loads a page when it opens. The surrounding layout handles loading and errors, so that the previous page
 * stays visible until then.
 */
export function lazyPage<Props extends object>(load: Load<Props>): ComponentType<Props> & LazyPart {
  const part = onDemand(load);
  let last: {
    readonly promise: Promise<ComponentType<Props>>;
    readonly Waiting: ComponentType<Props>;
  } | null;
  /** Returns a new lazy component for each attempt, because React.lazy never retries. */
  const waitFor = (promise: Promise<ComponentType<Props>>): ComponentType<Props> => {
    if (last?.promise !== promise) {
      const Waiting = lazy(async () => ({ default: await promise })) as ComponentType<Props>;
      last = { promise, Waiting };
    }
    return last.Waiting;
  };
  // The page keeps its component, because another component type would reset the state.
  function Page(props: Props): ReactNode {
    const [Chosen] = useState(() => part.read() ?? waitFor(part.load()));
    return createElement(Chosen, props);
  }
  return Object.assign(Page, {
    preload: () => part.load().then(() => undefined, forget),
    isLoaded: () => part.read() !== null,
  });
}

interface LazyOptions {
  readonly look: FailureLook;
  readonly waiting?: ReactNode;
  /** Loads and renders the component after its surroundings, so that it doesn't delay the rest of the screen. */
  readonly isDeferred?: boolean;
}

/** Loads a component at its first render. Errors appear in its place, with Retry. */
export function lazyComponent<Props extends object>(
  load: Load<Props>,
  { look, waiting = null, isDeferred = false }: LazyOptions,
): ComponentType<Props> & Preloadable {
  const Part = lazyPage(load);
  const Framed = (props: Props) => {
    const [isDue, setDue] = useState(() => !isDeferred || Part.isLoaded());
    useEffect(() => {
      // Render it as soon as it is loaded: a shared transition would wait for the slowest part.
      if (!isDue) void Part.preload().then(() => startTransition(() => setDue(true)));
    }, [isDue]);
    return (
      <ErrorBoundary look={look} onClose={closeOf(props)}>
        <Suspense fallback={waiting}>{isDue ? <Part {...props} /> : waiting}</Suspense>
      </ErrorBoundary>
    );
  };
  return Object.assign(Framed, { preload: Part.preload });
}

/** Clears the error, so that the component loads again when it renders. */
function forget(error: unknown): void {
  if (error instanceof LoadFailure) error.forget();
}

/** Returns the dialog's close function, so that a dialog that failed to load can be closed. */
function closeOf(props: object): (() => void) | undefined {
  const close = 'onClose' in props ? props.onClose : undefined;
  return typeof close === 'function' ? () => void close() : undefined;
}
