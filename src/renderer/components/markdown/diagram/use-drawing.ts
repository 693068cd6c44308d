import { useEffect, useState } from 'react';
import { DiagramError, drawDiagram, type DiagramFailure, type Drawing } from './draw-diagram.ts';
import { readDiagramTheme, useShownScheme } from './theme.ts';

export type DrawingState =
  | { readonly kind: 'none' | 'drawing' }
  | { readonly kind: 'failed'; readonly reason: DiagramFailure }
  | { readonly kind: 'drawn'; readonly drawing: Drawing };

interface Result {
  readonly wish: number;
  readonly source: string;
  readonly state: DrawingState;
}

/**
 * Draws while it is wanted, and again in the colours of the other scheme when that changes.
 *
 * @param wish 0 while it is not wanted; another number tries again
 */
export function useDrawing(source: string, wish: number): DrawingState {
  const scheme = useShownScheme();
  const [result, setResult] = useState<Result | null>(null);
  useEffect(() => {
    if (wish === 0) return;
    const leaving = new AbortController();
    const settle = (state: DrawingState) => {
      if (!leaving.signal.aborted) setResult({ source, wish, state });
    };
    drawDiagram(source, readDiagramTheme(), leaving.signal).then(
      (drawing) => settle({ kind: 'drawn', drawing }),
      (error: unknown) =>
        settle({ kind: 'failed', reason: error instanceof DiagramError ? error.reason : 'source' }),
    );
    return () => leaving.abort();
  }, [source, wish, scheme]);
  if (wish === 0) return { kind: 'none' };
  // Until it is drawn in the new colours, the drawing in the old ones stays.
  return result?.source === source && result.wish === wish ? result.state : { kind: 'drawing' };
}
