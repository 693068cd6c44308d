import { IconChartDots3, IconCode } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { CodeBlock } from '../code/CodeBlock.tsx';
import { CodeFrame } from '../code/CodeFrame.tsx';
import { markdownTexts } from '../texts.ts';
import { DiagramImage } from './DiagramImage.tsx';
import styles from './Diagram.module.css';
import { useDrawing } from './use-drawing.ts';

const LANGUAGE = 'mermaid';

interface DiagramBlockProps {
  readonly source: string;
  /** True while more source is expected. */
  readonly isOpen: boolean;
}

/** The source of a diagram, drawn on request, because the library is larger than the rest of the app. */
export const DiagramBlock = memo(function DiagramBlock({ source, isOpen }: DiagramBlockProps) {
  // How often drawing was requested since the source was last shown: each time is a retry.
  const [wish, setWish] = useState(0);
  const isWanted = wish > 0;
  const state = useDrawing(source, isOpen ? 0 : wish);
  const hasFailed = state.kind === 'failed';
  const isIncomplete = state.kind === 'failed' && state.reason === 'load';
  const isShown = isWanted && !hasFailed;
  const toggle = !isOpen && (
    <button type="button" className={styles.toggle} onClick={() => setWish(isShown ? 0 : wish + 1)}>
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
      {isWanted && (
        <output className={styles.note} data-failed={hasFailed || undefined}>
          {hasFailed ? markdownTexts.diagramFailures[state.reason] : markdownTexts.drawingDiagram}
        </output>
      )}
    </>
  );
});
