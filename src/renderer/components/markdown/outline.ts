import type { Block } from './document.ts';

/** The message itself has an h2. */
const ABOVE = 2;

/**
 * The heading level of each block (0 if it is none), without gaps, even if the text starts with ### or jumps from #
 * to ###.
 */
export function headingLevels(blocks: readonly Block[]): readonly number[] {
  const above: number[] = [];
  return blocks.map((block) => {
    const first = block.kind === 'tokens' ? block.tokens[0] : undefined;
    if (first?.type !== 'heading_open') return 0;
    const rank = Number(first.tag.slice(1));
    while ((above.at(-1) ?? 0) >= rank) above.pop();
    above.push(rank);
    return Math.min(ABOVE + above.length, 6);
  });
}
