import { useSyncExternalStore } from 'react';

/** A part of the page whose code is fetched apart from it, as a rule a module. */
export interface OnDemand<Part> {
  /** Fetches the part, once. Rejects when it did not arrive. */
  readonly load: () => Promise<Part>;
  /** The part, or null while it is on its way. Throws what kept it from arriving. */
  readonly read: () => Part | null;
  readonly subscribe: (onChange: () => void) => () => void;
}

/**
 * Names a part that a page can do without at first. Unlike `lazy`, it can be fetched ahead and is then drawn at once:
 * a boundary would show its fallback for a moment even when the code is already there.
 */
export function onDemand<Part>(fetchPart: () => Promise<Part>): OnDemand<Part> {
  const listeners = new Set<() => void>();
  let loading: Promise<Part> | null = null;
  let part: Part | null = null;
  let failure: { readonly error: unknown } | null = null;
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const load = async (): Promise<Part> => {
    try {
      part = await fetchPart();
      return part;
    } catch (error) {
      failure = { error };
      throw error;
    } finally {
      tell();
    }
  };
  return {
    load: () => (loading ??= load()),
    read: () => {
      if (failure) throw failure.error;
      return part;
    },
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => void listeners.delete(onChange);
    },
  };
}

/** Draws with a part when it has come; begins to fetch it. Null until then; throws to the nearest boundary if it fails. */
export function useOnDemand<Part>(wanted: OnDemand<Part>): Part | null {
  return useSyncExternalStore((onChange) => {
    const unsubscribe = wanted.subscribe(onChange);
    wanted.load().catch(() => {
      // Read, and thrown where it is drawn.
    });
    return unsubscribe;
  }, wanted.read);
}
