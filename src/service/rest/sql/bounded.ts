import { limits } from '../limits.ts';
import type { Parameters } from './statement.ts';

/**
 * A setting that does not exist: reading it is an error that names it. This is how a statement stops by itself, without
 * a function of ours in the database, as soon as its rows are too large together.
 */
const overflow = 'rest.response_is_too_large';

/** Whether the database stopped because the response was too large. */
export const isOverflow = (error: Error): boolean => error.message.includes(`"${overflow}"`);

/**
 * Rows as texts in a column `body`, up to the largest response. Without this, one request could fill the memory, for
 * example with a parent of 1 MiB inside each of its thousand children.
 *
 * @param body the SQL that makes the text of a row `r`
 */
export function boundedRows(rows: string, body: string, parameters: Parameters): string {
  const [inner, outer] = [parameters.alias(), parameters.alias()];
  // `offset 0` keeps the planner from making each text twice.
  return (
    `select ${outer}.body from (` +
    `select ${inner}.body, sum(octet_length(${inner}.body)) over (rows unbounded preceding) as bytes ` +
    `from (select ${body} as body from (${rows}) r offset 0) ${inner}) ${outer} ` +
    `where case when ${outer}.bytes > ${limits.responseBytes} then current_setting('${overflow}') is null else true end`
  );
}
