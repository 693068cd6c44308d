/** A name as SQL writes it. */
export const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const tableName = (name: string): string => `"public".${identifier(name)}`;

/**
 * The parameters of a statement that is being written. Every value travels as text with an explicit cast, so that the
 * database alone reads numbers, bytes and json, and both drivers send the same.
 */
export class Parameters {
  readonly values: string[] = [];
  #aliases = 0;

  /** Adds a value; gives the SQL that stands for it. */
  bind(value: string, type = 'text'): string {
    this.values.push(value);
    const text = `$${this.values.length}::text`;
    return type === 'text' ? text : `${text}::${type}`;
  }

  /** A name for a table or subquery that nothing else in the statement has. */
  alias(): string {
    this.#aliases += 1;
    return `r${this.#aliases}`;
  }
}
