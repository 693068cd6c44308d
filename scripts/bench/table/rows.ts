/** One figure of the table with its budget. */
export interface Row {
  readonly work: string;
  /** Printed after the numbers, e.g. `kB`. */
  readonly unit: string;
  readonly budget: number;
  /** True if the figure must be at least the budget, not at most. */
  readonly isMinimum?: true;
  /** The same work with the libraries alone, measured in the same run. */
  readonly floor?: number;
  readonly figure: number;
}

/** Work that could not be measured, with the reason. */
export interface MissingRow {
  readonly work: string;
  readonly reason: string;
}

/** A figure up to this multiple of its floor meets the budget, if the floor exceeds the budget. */
const MAX_OF_FLOOR = 1.2;

export interface Verdict {
  readonly isMet: boolean;
  readonly text: string;
}

/**
 * Decides on a row. A floor counts only if it exceeds the budget, because otherwise the libraries don't prevent meeting
 * it.
 */
export function verdictOf(row: Row | MissingRow): Verdict {
  if ('reason' in row) return { isMet: false, text: `not measured: ${row.reason}` };
  const { figure, budget, floor, isMinimum } = row;
  if (isMinimum ? figure >= budget : figure <= budget) return { isMet: true, text: 'met' };
  if (isMinimum || floor === undefined || !(floor > budget)) return { isMet: false, text: 'missed' };
  const ratio = figure / floor;
  const isMet = ratio <= MAX_OF_FLOOR;
  return { isMet, text: `${isMet ? 'met' : 'missed'}: ${ratio.toFixed(2)}x the floor` };
}
