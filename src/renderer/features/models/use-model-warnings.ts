import { useEffect } from 'react';
import { showToast } from '../../lib/toast.ts';
import type { ModelEntry } from './model.ts';
import { modelToasts } from './texts.ts';

/** Warned of in this visit. */
const warned = new Set<string>();

/** Says once of each model that nothing is known about it, so that it is asked with the default parameters [MODEL-027]. */
export function useUnknownModelWarning(entry: ModelEntry | null): void {
  useEffect(() => {
    if (!entry?.isUnknown || warned.has(entry.id)) return;
    warned.add(entry.id);
    showToast(modelToasts.unknown(entry.name));
  }, [entry]);
}
