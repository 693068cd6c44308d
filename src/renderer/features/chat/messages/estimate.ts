import type { ShownMessage } from '../turn/shown-messages.ts';

/** What a line holds and how high it is (px), near enough: the row is measured as soon as it is drawn. */
const CHARACTERS = 75;
const LINE = 26;
/** Around the text: paddings, the bar with its buttons, the distance to the next row (px). */
const AROUND = 76;

/** How high the row of a message will be (px). */
export function estimateHeight({ content }: ShownMessage): number {
  let lines = 1 + content.length / CHARACTERS;
  for (let at = content.indexOf('\n'); at !== -1 && lines < 500; at = content.indexOf('\n', at + 1))
    lines += 0.6;
  return Math.round(AROUND + Math.min(lines, 500) * LINE);
}
