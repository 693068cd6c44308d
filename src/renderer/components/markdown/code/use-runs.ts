import { useEffect, useState } from 'react';
import { highlighter } from './highlighter.ts';
import type { CodeRuns } from './kinds.ts';

interface HighlightResult {
  readonly key: string;
  readonly text: string;
  readonly runs: CodeRuns | null;
  readonly hasFailed: boolean;
}

/** Runs are null until the block is highlighted. `retry` is set if loading the highlighter failed. */
export function useRuns(
  language: string,
  text: string,
  isOpen: boolean,
): { readonly runs: CodeRuns | null; readonly retry: (() => void) | null } {
  const key = isOpen ? null : languageKey(language);
  const known = key === null ? null : highlighter.peek(key, text);
  const [found, setFound] = useState<HighlightResult | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (key === null || known !== undefined) return;
    const leaving = new AbortController();
    void highlighter.highlight(key, text, leaving.signal).then((runs) => {
      // The highlighter caches every result, so a missing result means that it failed.
      const hasFailed = highlighter.peek(key, text) === undefined;
      if (!leaving.signal.aborted) setFound({ key, text, runs, hasFailed });
    });
    return () => leaving.abort();
  }, [key, text, known, tries]);
  if (known !== undefined) return { runs: known, retry: null };
  const current = found?.key === key && found.text === text ? found : null;
  const retry = () => {
    setFound(null);
    setTries((count) => count + 1);
  };
  return { runs: current?.runs ?? null, retry: current?.hasFailed ? retry : null };
}

const plainNames = new Set(['', 'text', 'txt', 'plain', 'plaintext', 'none', 'output', 'log', 'mermaid']);

/** Returns null for plain text. */
function languageKey(name: string): string | null {
  const key = name.toLowerCase();
  return plainNames.has(key) ? null : key;
}
