import { LoadFailure, loadModule } from './load-module.ts';

/** A part of the page that is loaded when needed. */
export interface OnDemand<Part> {
  /** Loads the part once. Rejects with the same LoadFailure until that is forgotten. */
  readonly load: () => Promise<Part>;
  /** Null until it is loaded. */
  readonly read: () => Part | null;
}

export function onDemand<Part>(load: () => Promise<Part>): OnDemand<Part> {
  let loading: Promise<Part> | null = null;
  let part: Part | null = null;
  const start = async (): Promise<Part> => {
    try {
      part = await loadModule(load);
      return part;
    } catch (error) {
      throw new LoadFailure(error, () => (loading = null));
    }
  };
  return {
    // React renders again after an error: it must get the same promise, otherwise it would loop.
    load: () => (loading ??= start()),
    read: () => part,
  };
}
