import { IconChartDots3, IconCode } from '@tabler/icons-react';
import { memo, useEffect, useState } from 'react';
import { CodeBlock } from '../code/CodeBlock.tsx';
import { CodeFrame } from '../code/CodeFrame.tsx';
import { markdownTexts } from '../texts.ts';
import styles from './Diagram.module.css';
import { LazyImageDialog } from '../image/lazy-image-dialog.ts';
import { DiagramError, type DiagramFailure, drawDiagram, type Drawing } from './draw-diagram.ts';
import { readDiagramTheme, useCurrentScheme } from './theme.ts';

const LANGUAGE = 'mermaid';

interface DiagramBlockProps {
  readonly source: string;
  /** True if more source may follow. */
  readonly isOpen: boolean;
}

/** Draws the diagram only on request, because the library is larger than the rest of the app. */
export const DiagramBlock = memo(function DiagramBlock({ source, isOpen }: DiagramBlockProps) {
  // The number of drawing requests since the source was last shown. All but the first are retries.
  const [attempt, setAttempt] = useState(0);
  const isRequested = attempt > 0;
  const state = useDrawing(source, isOpen ? 0 : attempt);
  const hasFailed = state.kind === 'failed';
  const isIncomplete = state.kind === 'failed' && state.reason === 'load';
  const isShown = isRequested && !hasFailed;
  const toggle = !isOpen && (
    <button type="button" className={styles.toggle} onClick={() => setAttempt(isShown ? 0 : attempt + 1)}>
      {isShown ? (
        <IconCode size={16} stroke={1.75} aria-hidden />
      ) : (
        <IconChartDots3 size={16} stroke={1.75} aria-hidden />
      )}
      {isShown ? markdownTexts.showSource : isIncomplete ? markdownTexts.retry : markdownTexts.showDiagram}
    </button>
  );
  if (state.kind === 'drawn') {
    return (
      <CodeFrame label={LANGUAGE} text={source} actions={toggle}>
        <DiagramImage drawing={state.drawing} />
      </CodeFrame>
    );
  }
  return (
    <>
      <CodeBlock language={LANGUAGE} text={source} isOpen={isOpen} actions={toggle} />
      {isRequested && (
        <output className={styles.note} data-failed={hasFailed || undefined}>
          {hasFailed ? markdownTexts.diagramFailures[state.reason] : markdownTexts.drawingDiagram}
        </output>
      )}
    </>
  );
});

/** Shows the image at most as wide as the column. A click enlarges it. */
function DiagramImage({ drawing }: { readonly drawing: Drawing }) {
  const [isOpen, setIsOpen] = useState(false);
  const { address, width, height } = drawing;
  const name = drawing.title || markdownTexts.diagram;
  return (
    <>
      <button
        type="button"
        className={styles.image}
        aria-label={markdownTexts.enlarge({ name })}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <img src={address} alt={name} width={Math.ceil(width)} height={Math.ceil(height)} />
      </button>
      {isOpen && (
        <LazyImageDialog address={address} alt={name} isRemote={false} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}

type DrawingState =
  | { readonly kind: 'none' | 'drawing' }
  | { readonly kind: 'failed'; readonly reason: DiagramFailure }
  | { readonly kind: 'drawn'; readonly drawing: Drawing };

interface Result {
  readonly attempt: number;
  readonly source: string;
  readonly state: DrawingState;
}

/**
 * Draws a diagram, and draws it again if the color scheme changes.
 *
 * @param attempt 0 until drawing is requested; a higher number retries
 */
function useDrawing(source: string, attempt: number): DrawingState {
  const scheme = useCurrentScheme();
  const [result, setResult] = useState<Result | null>(null);
  useEffect(() => {
    if (attempt === 0) return;
    const leaving = new AbortController();
    const settle = (state: DrawingState) => {
      if (!leaving.signal.aborted) setResult({ source, attempt, state });
    };
    drawDiagram(source, readDiagramTheme(), leaving.signal).then(
      (drawing) => settle({ kind: 'drawn', drawing }),
      (error: unknown) =>
        settle({ kind: 'failed', reason: error instanceof DiagramError ? error.reason : 'source' }),
    );
    return () => leaving.abort();
  }, [source, attempt, scheme]);
  if (attempt === 0) return { kind: 'none' };
  // The diagram in the previous colors stays visible until it is redrawn.
  return result?.source === source && result.attempt === attempt ? result.state : { kind: 'drawing' };
}
