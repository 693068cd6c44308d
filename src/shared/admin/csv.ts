/** Cells that a spreadsheet would run as a formula. */
const formula = /^[\s"']*[=+\-@\t\r＝＋－＠|%]/;

/** Prefixes formulas with an apostrophe, so that spreadsheets show them as text. Numbers stay numbers. */
function cell(value: string | number | boolean | null): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return `"${text.replaceAll('"', '""')}"`;
}

type CsvRow = readonly (string | number | boolean | null)[];

/** Builds CSV as in RFC 4180. Without the byte order mark, spreadsheets misread characters beyond ASCII. */
export const toCsv = (head: readonly string[], rows: readonly CsvRow[]): string =>
  `\uFEFF${[head, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
