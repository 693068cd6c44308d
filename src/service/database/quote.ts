/** Quotes a name for SQL. */
export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Quotes a text for SQL. Only for our own texts: those of clients are sent as parameters. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
