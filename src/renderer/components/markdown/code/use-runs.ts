import { useEffect, useState } from 'react';
import { highlighter } from './highlighter.ts';
import type { Runs } from './kinds.ts';
import { languageKey } from './language-names.ts';

interface Found {
  readonly key: string;
  readonly text: string;
  readonly runs: Runs | null;
}

/** The coloured stretches of a block, as soon as it is complete and they are known; null until then. */
export function useRuns(language: string, text: string, isOpen: boolean): Runs | null {
  const key = isOpen ? null : languageKey(language);
  const known = key === null ? null : highlighter.peek(key, text);
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    if (key === null || known !== undefined) return;
    const leaving = new AbortController();
    void highlighter.highlight(key, text, leaving.signal).then((runs) => {
      if (!leaving.signal.aborted) setFound({ key, text, runs });
    });
    return () => leaving.abort();
  }, [key, text, known]);
  if (known !== undefined) return known;
  return found?.key === key && found.text === text ? found.runs : null;
}
