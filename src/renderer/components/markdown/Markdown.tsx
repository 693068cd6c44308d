import { memo, useEffect, useId, useMemo, useReducer, useState } from 'react';
import { LongText } from '../long-text/LongText.tsx';
import { CodeOrDiagram } from './CodeOrDiagram.tsx';
import { type MarkdownBlock, MarkdownDocument } from './document.ts';
import { toElements } from './elements.tsx';
import { footnoteLabels, FootnotesContext } from './footnote/footnotes.ts';
import { Allowance, AllowanceContext } from './formula/allowance.ts';
import styles from './Markdown.module.css';

interface MarkdownProps {
  readonly text: string;
  /** True if more text may follow. */
  readonly isGrowing?: boolean;
}

/**
 * Renders a reply safely for any input (no HTML, no requests, no freeze). While a reply grows, finished
 * blocks are neither parsed nor rendered again.
 */
export const Markdown = memo(function Markdown({ text, isGrowing = false }: MarkdownProps) {
  const [document] = useState(() => new MarkdownDocument());
  const [round, nextRound] = useReducer((count: number) => count + 1, 0);
  // The document caches blocks, so the same text returns the same blocks.
  // oxlint-disable-next-line react/exhaustive-deps -- `round` changes to resume parsing after the time budget ran out
  const blocks = useMemo(() => document.update(text, !isGrowing), [document, text, isGrowing, round]);
  const isPending = document.isPending;
  useEffect(() => {
    if (!isPending) return;
    const frame = requestAnimationFrame(nextRound);
    return () => cancelAnimationFrame(frame);
  }, [isPending, round]);
  const levels = headingLevels(blocks);
  const prefix = useId();
  const labels = footnoteLabels(blocks);
  const footnotes = useMemo(() => ({ prefix, labels: new Set(labels.split(' ')) }), [prefix, labels]);
  const [allowance] = useState(() => new Allowance());
  return (
    <AllowanceContext value={allowance}>
      <FootnotesContext value={footnotes}>
        <div className={styles.markdown} dir="auto" data-markdown>
          {blocks.map((block, index) => (
            // A block never moves, so the index identifies it.
            // oxlint-disable-next-line react/no-array-index-key
            <BlockView key={index} block={block} headingLevel={levels[index] ?? 0} />
          ))}
        </div>
      </FootnotesContext>
    </AllowanceContext>
  );
});

interface BlockViewProps {
  readonly block: MarkdownBlock;
  /** 0 if the block is not a heading. */
  readonly headingLevel: number;
}

const BlockView = memo(function BlockView({ block, headingLevel }: BlockViewProps) {
  switch (block.kind) {
    case 'code':
      return <CodeOrDiagram language={block.language} text={block.text} isOpen={block.isOpen} />;
    case 'plain':
      return (
        <p className={styles.plain}>
          <LongText text={block.text} />
        </p>
      );
    case 'tokens':
      return toElements(block.tokens, block.isOpen, headingLevel);
  }
});

/** The message's own heading is an h2. */
const MESSAGE_HEADING_LEVEL = 2;

/**
 * Returns the heading level of each block (0 if none), without gaps, even if the text starts with ### or skips from #
 * to ###.
 */
function headingLevels(blocks: readonly MarkdownBlock[]): readonly number[] {
  const above: number[] = [];
  return blocks.map((block) => {
    const first = block.kind === 'tokens' ? block.tokens[0] : undefined;
    if (first?.type !== 'heading_open') return 0;
    const rank = Number(first.tag.slice(1));
    while ((above.at(-1) ?? 0) >= rank) above.pop();
    above.push(rank);
    return Math.min(MESSAGE_HEADING_LEVEL + above.length, 6);
  });
}
