export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Only for our own texts: text from clients is sent as parameters. */
export const quoteLiteral = (text: string): string => `'${text.replaceAll("'", "''")}'`;
