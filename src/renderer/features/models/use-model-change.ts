import { useCallback, useEffect, useRef, useState } from 'react';
import { showToast } from '../../lib/toast.ts';
import { modelToasts } from './texts.ts';

/** Milliseconds for which `hasChanged` is true [MODEL-038]. */
const CHANGED_DURATION = 1_000;
/** Milliseconds, a little longer than the service waits for a vendor. */
const VERIFY_TIMEOUT = 35_000;

export interface ModelChange {
  readonly isChanging: boolean;
  /** True for a second after a change [MODEL-038]. */
  readonly hasChanged: boolean;
  /**
   * Calls `change` if `verify` succeeds [MODEL-036]. Otherwise the model stays and a toast shows the failure
   * [MODEL-039]. Refuses if another change is running [MODEL-034].
   */
  readonly begin: (verify: (signal: AbortSignal) => Promise<boolean>, change: () => void) => Promise<void>;
}

export function useModelChange(): ModelChange {
  const [isChanging, setIsChanging] = useState(false);
  const [changes, setChanges] = useState(0);
  const [flagged, setFlagged] = useState(0);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  useEffect(() => {
    if (changes === 0) return;
    const timer = setTimeout(() => setFlagged(changes), CHANGED_DURATION);
    return () => clearTimeout(timer);
  }, [changes]);

  const begin = useCallback<ModelChange['begin']>(async (verify, change) => {
    if (running.current) return showToast(modelToasts.changing);
    const controller = new AbortController();
    running.current = controller;
    setIsChanging(true);
    const isVerified = await withTimeout(verify(controller.signal)).catch(() => false);
    if (controller.signal.aborted) return;
    controller.abort();
    running.current = null;
    setIsChanging(false);
    if (!isVerified) return showToast(modelToasts.changeFailed);
    change();
    setChanges((count) => count + 1);
  }, []);
  return { isChanging, hasChanged: changes !== flagged, begin };
}

function withTimeout(verified: Promise<boolean>): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(false), VERIFY_TIMEOUT);
    verified.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
