import type { Token } from 'markdown-it';
import { isClosingLine } from './fence.ts';

export interface TopLevelBlock {
  readonly tokens: readonly Token[];
  readonly from: number;
  readonly to: number;
}

export function topLevelBlocks(tokens: readonly Token[]): TopLevelBlock[] {
  const blocks: TopLevelBlock[] = [];
  let start = 0;
  tokens.forEach((token, index) => {
    if (token.level > 0 || token.nesting > 0) return;
    const opening = tokens[start];
    blocks.push({
      tokens: tokens.slice(start, index + 1),
      from: opening?.map?.[0] ?? 0,
      to: opening?.map?.[1] ?? 0,
    });
    start = index + 1;
  });
  return blocks;
}

/** Returns where each line starts. The last entry is the text's length. */
export function lineOffsets(text: string): number[] {
  const offsets = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) offsets.push(at + 1);
  offsets.push(text.length);
  return offsets;
}

/** True for an unclosed, unindented code block. */
export function isOpenFence(block: TopLevelBlock | undefined, lines: readonly string[]): boolean {
  const token = block?.tokens[0];
  if (!block || token?.type !== 'fence' || !lines[block.from]?.startsWith(token.markup)) return false;
  const marker = token.markup.startsWith('`') ? '`' : '~';
  const last = lines[block.to - 1] ?? '';
  return block.to - block.from < 2 || !isClosingLine(last, { marker, length: token.markup.length });
}
