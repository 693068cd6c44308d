import { quoteIdentifier } from '../../database/quote.ts';
import { limits } from '../limits.ts';

export const tableName = (name: string): string => `"public".${quoteIdentifier(name)}`;

/**
 * Parameters of a statement. Every value is sent as text with an explicit cast, so that only the database parses
 * numbers, bytes and json, and no digit is lost.
 */
export class Parameters {
  readonly values: string[] = [];
  #aliases = 0;

  /** Adds a value and returns its SQL. */
  bind(value: string, type = 'text'): string {
    this.values.push(value);
    const text = `$${this.values.length}::text`;
    return type === 'text' ? text : `${text}::${type}`;
  }

  /** Returns a name for a table or subquery that is unique in the statement. */
  alias(): string {
    this.#aliases += 1;
    return `r${this.#aliases}`;
  }
}

/**
 * This setting doesn't exist, so reading it causes an error that contains its name. Statements use that to stop if
 * their rows become too large, without a custom function in the database.
 */
const overflowSetting = 'rest.response_is_too_large';

/** Checks whether the database stopped because the response was too large. */
export const isOverflow = (error: Error): boolean => error.message.includes(`"${overflowSetting}"`);

/**
 * Selects rows as texts in a column `body`, up to the maximum response size. Otherwise one request could fill the
 * memory, for example with a parent of 1 MiB inside each of its thousand children.
 *
 * @param body the SQL that builds the text of a row `r`
 */
export function limitedRowsSql(rows: string, body: string, parameters: Parameters): string {
  const [inner, outer] = [parameters.alias(), parameters.alias()];
  // `offset 0` prevents the planner from building each text twice.
  return (
    `select ${outer}.body from (` +
    `select ${inner}.body, sum(octet_length(${inner}.body)) over (rows unbounded preceding) as bytes ` +
    `from (select ${body} as body from (${rows}) r offset 0) ${inner}) ${outer} ` +
    `where case when ${outer}.bytes > ${limits.responseBytes} then current_setting('${overflowSetting}') is null else true end`
  );
}
