/** A row of the matrix: its id, and the rest of its line. */
export interface Row {
  readonly id: string;
  readonly text: string;
}

/** How much of an area the tests name. */
export interface AreaCoverage {
  readonly area: string;
  readonly rows: number;
  readonly named: number;
  /** Rows that cannot be run on a build machine and that no test names. */
  readonly apart: number;
  /** Ids of the other rows that no test names. */
  readonly missing: readonly string[];
}

const rowPattern = /^\| ([A-Z]+-\d{3}) \|(.*)$/gm;
const bracketPattern = /\[([A-Z]{2,8}-\d{3}[^\]\n]*)\]/g;
const idPattern = /([A-Z]{2,8})-(\d{3})(?:\s*\.\.\s*(?:\1-)?(\d{3}))?/g;

const areaOf = (id: string): string => id.split('-')[0] ?? '';

/** Reads the rows of the matrix: `{ id, text }` in their order. */
export const rowsOf = (matrix: string): Row[] =>
  [...matrix.matchAll(rowPattern)].map(([, id = '', text = '']) => ({ id, text }));

/** Reads the ids that the text of a test file names, runs written out. */
export function idsIn(text: string): string[] {
  const ids: string[] = [];
  for (const [, inside = ''] of text.matchAll(bracketPattern))
    for (const [, area, from, to = from] of inside.matchAll(idPattern))
      for (let number = Number(from); number <= Number(to); number += 1)
        ids.push(`${area}-${String(number).padStart(3, '0')}`);
  return ids;
}

/** What is wrong with the matrix itself, one sentence each. */
export function faultsOf(rows: readonly Row[]): string[] {
  const seen = new Set<string>();
  const faults: string[] = [];
  for (const { id, text } of rows) {
    if (seen.has(id)) faults.push(`${id} is there twice`);
    if (/open:|\bReading \d/.test(text)) faults.push(`${id} is not settled`);
    seen.add(id);
  }
  if (rows.length === 0) faults.push('no row was found');
  return faults;
}

/** Counts, for each area in the order of the matrix, what the tests name. */
export function coverageOf(rows: readonly Row[], named: ReadonlySet<string>): AreaCoverage[] {
  return [...new Set(rows.map(({ id }) => areaOf(id)))].map((area) => {
    const own = rows.filter(({ id }) => areaOf(id) === area);
    const unnamed = own.filter(({ id }) => !named.has(id));
    const missing = unnamed.filter(({ text }) => !text.includes('not run here:')).map(({ id }) => id);
    return {
      area,
      rows: own.length,
      named: own.length - unnamed.length,
      apart: unnamed.length - missing.length,
      missing,
    };
  });
}

/** Ids that tests name although the matrix has no such row. */
export function unknownOf(rows: readonly Row[], named: ReadonlySet<string>): string[] {
  const known = new Set(rows.map(({ id }) => id));
  return [...named].filter((id) => !known.has(id)).toSorted((one, other) => one.localeCompare(other));
}

const apartNote = (apart: number): string => (apart > 0 ? ` (+${apart} not run here)` : '');

/** Writes the report; with areas asked for, theirs alone and with the missing ids. */
export function reportOf(
  coverage: readonly AreaCoverage[],
  unknown: readonly string[],
  asked: readonly string[] = [],
): string[] {
  const shown = coverage.filter(({ area }) => asked.length === 0 || asked.includes(area));
  const lines = shown.map(({ area, named, rows, apart, missing }) => {
    const ids = asked.length > 0 && missing.length > 0 ? `  missing: ${missing.join(' ')}` : '';
    return `${area.padEnd(9)} ${named}/${rows}${apartNote(apart)}${ids}`;
  });
  const sum = (of: (one: AreaCoverage) => number) => coverage.reduce((total, one) => total + of(one), 0);
  if (unknown.length > 0) lines.push(`named by a test but not in the matrix: ${unknown.join(' ')}`);
  lines.push(
    `named by a test: ${sum(({ named }) => named)}/${sum(({ rows }) => rows)}${apartNote(sum(({ apart }) => apart))}`,
  );
  return lines;
}
