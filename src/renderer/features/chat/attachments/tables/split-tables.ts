/** In cells. Larger tables would make the dialog slow. */
const maxCells = 5_000;

export interface TableBlock {
  /** The first row contains the headings. */
  readonly rows: readonly (readonly string[])[];
  /** The number of rows that are left out. */
  readonly more: number;
}

/** Returns the cells of a row that `Table` has written. */
const cellsOf = (line: string): string[] =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));

function tableOf(lines: readonly string[]): TableBlock {
  const [heading = '', , ...others] = lines;
  const columns = cellsOf(heading).length;
  const shown = others.slice(0, Math.floor(maxCells / columns));
  return { rows: [heading, ...shown].map(cellsOf), more: others.length - shown.length };
}

/** Splits the text of a spreadsheet into tables and the texts between them, such as names of sheets. */
export function splitTables(text: string): (string | TableBlock)[] {
  const blocks: (string | TableBlock)[] = [];
  let lines: string[] = [];
  let isTable = false;
  const end = () => {
    if (isTable) blocks.push(tableOf(lines));
    else if (lines.some((line) => line.trim() !== '')) blocks.push(lines.join('\n').trim());
    lines = [];
  };
  for (const line of text.split('\n')) {
    if (line.startsWith('|') !== isTable) {
      end();
      isTable = !isTable;
    }
    lines.push(line);
  }
  end();
  return blocks;
}
