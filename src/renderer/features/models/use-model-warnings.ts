import { useEffect } from 'react';
import { z } from 'zod';
import { readStored, storageKeys, writeStored } from '../../lib/storage.ts';
import { showToast } from '../../lib/toast.ts';
import type { ModelEntry } from './model.ts';
import { modelToasts } from './texts.ts';

/** So many are remembered: another server's list may be of any length. */
const MAX_REMEMBERED = 100;

/** Warned of in this visit, where the browser forbids storage. */
const warned = new Set<string>();

/** Says once of each model that nothing is known about it, so that it is asked with the default parameters [MODEL-027]. */
export function useUnknownModelWarning(entry: ModelEntry | null): void {
  useEffect(() => {
    if (!entry?.isUnknown || warned.has(entry.id)) return;
    warned.add(entry.id);
    const earlier = readWarned();
    if (earlier.includes(entry.id)) return;
    writeStored(storageKeys.warnedModels, JSON.stringify([...earlier, entry.id].slice(-MAX_REMEMBERED)));
    showToast(modelToasts.unknown(entry.name));
  }, [entry]);
}

const ids = z.array(z.string());

function readWarned(): readonly string[] {
  try {
    return ids.parse(JSON.parse(readStored(storageKeys.warnedModels) ?? '[]'));
  } catch {
    return [];
  }
}
