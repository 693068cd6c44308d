/** What a spreadsheet would calculate, or hand to another program, instead of showing. */
const formula = /^[\s"']*[=+\-@\t\r＝＋－＠|%]/;

/** One cell. An apostrophe in front makes a spreadsheet show what would be a formula; numbers stay numbers. */
function cell(value: string | number | boolean | null): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return `"${text.replaceAll('"', '""')}"`;
}

export type CsvRow = readonly (string | number | boolean | null)[];

/**
 * A table as RFC 4180 writes it, with a byte order mark, without which the usual spreadsheet misreads every letter beyond
 * ASCII. Texts are quoted and never a formula.
 */
export const toCsv = (head: readonly string[], rows: readonly CsvRow[]): string =>
  `\uFEFF${[head, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
