import { useEffect, useState } from 'react';
import { DiagramError, drawDiagram, type DiagramFailure, type Drawing } from './draw-diagram.ts';
import { readDiagramTheme, useShownScheme } from './theme.ts';

export type DrawingState =
  | { readonly kind: 'none' | 'drawing' }
  | { readonly kind: 'failed'; readonly reason: DiagramFailure }
  | { readonly kind: 'drawn'; readonly drawing: Drawing };

interface Result {
  readonly source: string;
  readonly state: DrawingState;
}

/** Draws while it is wanted, and again in the colours of the other scheme when that changes. */
export function useDrawing(source: string, isWanted: boolean): DrawingState {
  const scheme = useShownScheme();
  const [result, setResult] = useState<Result | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    const leaving = new AbortController();
    const settle = (state: DrawingState) => {
      if (!leaving.signal.aborted) setResult({ source, state });
    };
    drawDiagram(source, readDiagramTheme(), leaving.signal).then(
      (drawing) => settle({ kind: 'drawn', drawing }),
      (error: unknown) =>
        settle({ kind: 'failed', reason: error instanceof DiagramError ? error.reason : 'source' }),
    );
    return () => leaving.abort();
  }, [source, isWanted, scheme]);
  if (!isWanted) return { kind: 'none' };
  // Until it is drawn in the new colours, the drawing in the old ones stays.
  return result?.source === source ? result.state : { kind: 'drawing' };
}
