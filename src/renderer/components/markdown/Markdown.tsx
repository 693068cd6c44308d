import { memo, useEffect, useMemo, useReducer, useState } from 'react';
import { LongText } from '../long-text/LongText.tsx';
import { Code } from './Code.tsx';
import { MarkdownDocument, type Block } from './document.ts';
import { toElements } from './elements.tsx';
import { Allowance, AllowanceContext } from './formula/allowance.ts';
import styles from './Markdown.module.css';
import { headingLevels } from './outline.ts';

interface MarkdownProps {
  readonly text: string;
  /** True while more text is expected. */
  readonly isGrowing?: boolean;
}

/**
 * A reply as formatted text. Safe for any input (no HTML, no requests, no freeze) and cheap while it grows:
 * finished blocks are neither parsed nor rendered again.
 */
export const Markdown = memo(function Markdown({ text, isGrowing = false }: MarkdownProps) {
  const [document] = useState(() => new MarkdownDocument());
  const [round, nextRound] = useReducer((count: number) => count + 1, 0);
  // The document is a cache: asked twice for the same text, it gives the same blocks.
  // oxlint-disable-next-line react/exhaustive-deps -- `round` asks again for what the time budget left over
  const blocks = useMemo(() => document.update(text, !isGrowing), [document, text, isGrowing, round]);
  const isPending = document.isPending;
  useEffect(() => {
    if (!isPending) return;
    const frame = requestAnimationFrame(nextRound);
    return () => cancelAnimationFrame(frame);
  }, [isPending, round]);
  const levels = headingLevels(blocks);
  const [allowance] = useState(() => new Allowance());
  return (
    <AllowanceContext value={allowance}>
      <div className={styles.markdown} dir="auto">
        {blocks.map((block, index) => (
          // A block keeps its place from its first character to its last, so the index is its identity.
          // oxlint-disable-next-line react/no-array-index-key
          <BlockView key={index} block={block} headingLevel={levels[index] ?? 0} />
        ))}
      </div>
    </AllowanceContext>
  );
});

interface BlockViewProps {
  readonly block: Block;
  /** 0 if the block is no heading. */
  readonly headingLevel: number;
}

const BlockView = memo(function BlockView({ block, headingLevel }: BlockViewProps) {
  switch (block.kind) {
    case 'code':
      return <Code language={block.language} text={block.text} isOpen={block.isOpen} />;
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
