import { useEffect, useEffectEvent, useState } from 'react';

/** Loads all messages until `isOver` returns true. Rejects if a page fails to load. */
export type LoadAll = (isOver: () => boolean) => Promise<unknown>;

export function useLoadAll(
  loadAll: LoadAll,
  { hasOlder, isNeeded }: { hasOlder: boolean; isNeeded: boolean },
) {
  const [tries, setTries] = useState(0);
  const [hasFailed, setHasFailed] = useState(false);
  const load = useEffectEvent(loadAll);
  useEffect(() => {
    if (!isNeeded) return;
    let isOver = false;
    load(() => isOver).catch(() => !isOver && setHasFailed(true));
    return () => void (isOver = true);
  }, [isNeeded, tries]);
  const retry = () => {
    setHasFailed(false);
    setTries(tries + 1);
  };
  return { isLoading: isNeeded && hasOlder && !hasFailed, hasFailed, retry };
}
