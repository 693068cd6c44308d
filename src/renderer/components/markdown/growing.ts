/** In characters. A longer last line is shown unchanged. */
const MAX_WITHHELD_LENGTH = 400;

/** Matches a line with only marks, a number that may start a list, or the opening line of a code block. */
const hasNoContent = /^[ \t]*(?:[-=*+_#>|:~`$\\[\]() \t]+|\d{1,9}[.)]?[ \t]*|[`~]{3}[^\n]*)$/;
const tableRow = /^ {0,3}\|.*\|[ \t]*$/;

/**
 * Hides an incomplete line that could still change the block before it: "-" below a paragraph would make it a
 * heading for one frame. A table appears with its first row, before its delimiter row is complete.
 */
export function cutUnsafeEnd(text: string): string {
  const lineStart = text.lastIndexOf('\n') + 1;
  const line = text.slice(lineStart, lineStart + MAX_WITHHELD_LENGTH + 1);
  if (line.length > MAX_WITHHELD_LENGTH) return text;
  const before = lastLineOf(text, lineStart);
  const isFirstRow = line.trimStart().startsWith('|') && !before.trimStart().startsWith('|');
  if (line !== '' && !isFirstRow && !hasNoContent.test(line)) return text;
  const shown = text.slice(0, lineStart);
  if (!tableRow.test(before) || before.length > MAX_WITHHELD_LENGTH) return shown;
  const beforeStart = lineStart - before.length - 1;
  return lastLineOf(text, beforeStart).trimStart().startsWith('|') ? shown : shown + delimiterRow(before);
}

function lastLineOf(text: string, end: number): string {
  return end <= 0 ? '' : text.slice(text.lastIndexOf('\n', end - 2) + 1, end - 1);
}

function delimiterRow(row: string): string {
  const cells = row.trim().match(/(?<!\\)\|/g)?.length ?? 1;
  return `${'|-'.repeat(Math.max(1, cells - 1))}|`;
}
