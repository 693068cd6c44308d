/** Text that a spreadsheet would calculate or execute instead of showing. */
const formula = /^[\s"']*[=+\-@\t\r＝＋－＠|%]/;

/** One cell. A leading apostrophe makes a spreadsheet show a formula as text; numbers stay numbers. */
function cell(value: string | number | boolean | null): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return `"${text.replaceAll('"', '""')}"`;
}

type CsvRow = readonly (string | number | boolean | null)[];

/** A table as RFC 4180, with a byte order mark because spreadsheets misread letters beyond ASCII without it. */
export const toCsv = (head: readonly string[], rows: readonly CsvRow[]): string =>
  `\uFEFF${[head, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
