/** A longer last line is shown as it comes. */
const MAX_HELD_LENGTH = 400;

/** Marks alone, a number that may begin a list, or the line that opens a block of code. */
const saysNothingYet = /^[ \t]*(?:[-=*+_#>|:~`$\\[\]() \t]+|\d{1,9}[.)]?[ \t]*|[`~]{3}[^\n]*)$/;
const rowOfCells = /^ {0,3}\|.*\|[ \t]*$/;

/**
 * The part of a growing text that is worth showing. A line on its way that could still turn the block before it into
 * another one is held back until it says what it is: "-" below a paragraph would make a heading of it for one frame.
 * A table is shown as one from its first row on, not when the line below that row is complete.
 */
export function shownPart(text: string): string {
  const lineStart = text.lastIndexOf('\n') + 1;
  const line = text.slice(lineStart, lineStart + MAX_HELD_LENGTH + 1);
  if (line.length > MAX_HELD_LENGTH) return text;
  const before = lastLineOf(text, lineStart);
  const isFirstRow = line.trimStart().startsWith('|') && !before.trimStart().startsWith('|');
  if (line !== '' && !isFirstRow && !saysNothingYet.test(line)) return text;
  const shown = text.slice(0, lineStart);
  if (!rowOfCells.test(before) || before.length > MAX_HELD_LENGTH) return shown;
  const beforeStart = lineStart - before.length - 1;
  return lastLineOf(text, beforeStart).trimStart().startsWith('|') ? shown : shown + delimiterRow(before);
}

/** The line that ends before `end`, which is the beginning of the next one. */
function lastLineOf(text: string, end: number): string {
  return end <= 0 ? '' : text.slice(text.lastIndexOf('\n', end - 2) + 1, end - 1);
}

function delimiterRow(row: string): string {
  const cells = row.trim().match(/(?<!\\)\|/g)?.length ?? 1;
  return `${'|-'.repeat(Math.max(1, cells - 1))}|`;
}
