import type { TestResult } from './test-results.ts';

export interface RequirementRow {
  readonly id: string;
  readonly text: string;
}

/** The number of an area's rows that have a passing test. */
export interface AreaCoverage {
  readonly area: string;
  readonly rows: number;
  readonly proven: number;
  /** Unproven rows that cannot be tested on a build machine. */
  readonly notRunHere: number;
  /** The other unproven rows. */
  readonly unproven: readonly string[];
}

const rowPattern = /^\| ([A-Z]+-\d{3}) \|(.*)$/gm;
const bracketPattern = /\[([A-Z]{2,8}-\d{3}[^\]\n]*)\]/g;
const idPattern = /([A-Z]{2,8})-(\d{3})(?:\s*\.\.\s*(?:\1-)?(\d{3}))?/g;

/** The maximum number of rows in a title. A test that claims more rarely proves all of them. */
const rowsPerTitle = 4;

const areaOf = (id: string): string => id.split('-')[0] ?? '';

export const rowsOf = (matrix: string): RequirementRow[] =>
  [...matrix.matchAll(rowPattern)].map(([, id = '', text = '']) => ({ id, text }));

/** Returns the ids that a title claims. Expands ranges. */
export function idsIn(title: string): string[] {
  const ids: string[] = [];
  for (const [, inside = ''] of title.matchAll(bracketPattern))
    for (const [, area, from, to = from] of inside.matchAll(idPattern))
      for (let number = Number(from); number <= Number(to); number += 1)
        ids.push(`${area}-${String(number).padStart(3, '0')}`);
  return [...new Set(ids)];
}

/** Returns the rows that a passing test claims and no failing test claims. Skipped tests don't count. */
export function findProvenRows(results: readonly TestResult[]): Set<string> {
  const claimedBy = (outcome: TestResult['outcome']) =>
    results.filter((result) => result.outcome === outcome).flatMap(({ title }) => idsIn(title));
  const failed = new Set(claimedBy('failed'));
  return new Set(claimedBy('passed').filter((id) => !failed.has(id)));
}

/** Checks the list of requirements itself. Returns one message per error. */
export function matrixErrors(rows: readonly RequirementRow[]): string[] {
  const seen = new Set<string>();
  const errors: string[] = [];
  for (const { id, text } of rows) {
    if (seen.has(id)) errors.push(`${id} occurs twice`);
    if (/open:|\bReading \d/.test(text)) errors.push(`${id} is not settled`);
    seen.add(id);
  }
  if (rows.length === 0) errors.push('no row was found');
  return errors;
}

/** Checks the test titles. Returns one message per error. */
export function titleErrors(rows: readonly RequirementRow[], results: readonly TestResult[]): string[] {
  const known = new Set(rows.map(({ id }) => id));
  return [...new Set(results.map(({ title }) => title))].flatMap((title) => {
    const ids = idsIn(title);
    const errors = ids
      .filter((id) => !known.has(id))
      .map((id) => `claims ${id}, which is not in the matrix: ${title}`);
    if (ids.length > rowsPerTitle)
      errors.push(`claims ${ids.length} rows, more than the ${rowsPerTitle} allowed: ${title}`);
    return errors;
  });
}

/** Counts the proven rows of each area, in the order of the list. */
export function coverageOf(rows: readonly RequirementRow[], proven: ReadonlySet<string>): AreaCoverage[] {
  return [...new Set(rows.map(({ id }) => areaOf(id)))].map((area) => {
    const own = rows.filter(({ id }) => areaOf(id) === area);
    const missing = own.filter(({ id }) => !proven.has(id));
    const unproven = missing.filter(({ text }) => !text.includes('not run here:')).map(({ id }) => id);
    return {
      area,
      rows: own.length,
      proven: own.length - missing.length,
      notRunHere: missing.length - unproven.length,
      unproven,
    };
  });
}

const notRunNote = (count: number): string => (count > 0 ? ` (+${count} not run here)` : '');

/** Returns one line per area, and the total. `areas` limits the report to these areas. */
export function reportOf(coverage: readonly AreaCoverage[], areas: readonly string[] = []): string[] {
  const shown = coverage.filter(({ area }) => areas.length === 0 || areas.includes(area));
  const sum = (of: (one: AreaCoverage) => number) => coverage.reduce((total, one) => total + of(one), 0);
  return [
    ...shown.map(
      ({ area, rows, proven, notRunHere, unproven }) =>
        `${area.padEnd(9)} ${proven}/${rows}${notRunNote(notRunHere)}${unproven.length > 0 ? `  unproven: ${unproven.join(' ')}` : ''}`,
    ),
    `proven by a passing test: ${sum(({ proven }) => proven)}/${sum(({ rows }) => rows)}${notRunNote(sum(({ notRunHere }) => notRunHere))}`,
  ];
}
