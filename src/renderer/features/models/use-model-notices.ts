import { useEffect, useRef } from 'react';
import { z } from 'zod';
import { readStored, storageKeys, writeStored } from '../../lib/storage.ts';
import { showToast } from '../../lib/toast.ts';
import type { ModelEntry } from './model.ts';
import { modelToasts } from './texts.ts';
import { findConnectionIssue } from './verify-model.ts';

/**
 * Tests the active vendor once when the chat opens and shows why it can't answer [CHAT-085]. `model` is null until it is
 * known, and if requests go to another vendor.
 */
export function useInitialCheck(vendor: string | null, model: string | null): void {
  const hasStarted = useRef(false);
  useEffect(() => {
    if (hasStarted.current || vendor === null || model === null) return;
    hasStarted.current = true;
    findConnectionIssue(vendor, model).then(
      (issue) => issue !== null && showToast(modelToasts.connectionIssue({ message: issue })),
      // A failed test says nothing about the vendor.
      () => {},
    );
  }, [model, vendor]);
}

/** Limits the stored list, because a server may have any number of models. */
const MAX_REMEMBERED = 100;
/** For browsers that forbid storage. */
const warned = new Set<string>();

/** Warns once per model that it is unknown and gets the default parameters [MODEL-027]. */
export function useUnknownModelWarning(entry: ModelEntry | null): void {
  useEffect(() => {
    if (!entry?.isUnknown || warned.has(entry.id)) return;
    warned.add(entry.id);
    const earlier = readWarned();
    if (earlier.includes(entry.id)) return;
    writeStored(storageKeys.warnedModels, JSON.stringify([...earlier, entry.id].slice(-MAX_REMEMBERED)));
    showToast(modelToasts.unknown({ model: entry.name }));
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
