import { LoadFailure, loadModule } from './load-module.ts';

/** A part of the page whose code is loaded when it is needed. */
export interface OnDemand<Part> {
  /** Loads the part, once. Rejects with LoadFailure, and with the same one until that is forgotten. */
  readonly load: () => Promise<Part>;
  /** The part, or null while it is not there. */
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
    // React asks again while it draws a failure: it must get the same promise, or it would never end.
    load: () => (loading ??= start()),
    read: () => part,
  };
}
