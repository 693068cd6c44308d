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
 * Draws a diagram, again if the colour scheme changes.
 *
 * @param wish 0 while it is not wanted; another number retries
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
  // Until it is redrawn, the drawing in the previous colours is shown.
  return result?.source === source && result.wish === wish ? result.state : { kind: 'drawing' };
}
