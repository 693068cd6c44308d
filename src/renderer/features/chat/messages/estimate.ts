import type { ShownMessage } from '../turn/shown-messages.ts';

/** Estimated characters per line and line height (px). Rows are measured when rendered. */
const CHARACTERS = 75;
const LINE = 26;
/** Padding, action bar and margin of a row (px). */
const AROUND = 76;

/** Estimated height of a message's row (px). */
export function estimateHeight({ content }: ShownMessage): number {
  let lines = 1 + content.length / CHARACTERS;
  for (let at = content.indexOf('\n'); at !== -1 && lines < 500; at = content.indexOf('\n', at + 1))
    lines += 0.6;
  return Math.round(AROUND + Math.min(lines, 500) * LINE);
}
