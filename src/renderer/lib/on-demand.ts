import { LoadFailure, loadModule } from './load-module.ts';

export interface OnDemand<Part> {
  /** Loads the part once. After a failure, rejects with the same LoadFailure until its `forget` is called. */
  readonly load: () => Promise<Part>;
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
    // React renders again after an error, and needs the same promise to avoid a loop.
    load: () => (loading ??= start()),
    read: () => part,
  };
}
