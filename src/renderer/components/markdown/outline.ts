import type { Block } from './document.ts';

/** A message has a heading of its own (h2): its text begins below. */
const ABOVE = 2;

/**
 * The levels of a text's headings, block by block (0 for what is no heading): as they lie below each other, without the
 * gaps that a text leaves which begins with ### or leads from # to ###.
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
