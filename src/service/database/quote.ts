export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Only for our own texts. Text from clients is passed as parameters. */
export const quoteLiteral = (text: string): string => `'${text.replaceAll("'", "''")}'`;
