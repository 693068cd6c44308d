export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Quotes a text for SQL. Only for our own texts: text from clients must be passed as a parameter. */
export const quoteLiteral = (text: string): string => `'${text.replaceAll("'", "''")}'`;
