/** The texts of open edit fields by message. Another language renders new pages, with the same fields. */
export const openEdits = new Map<string, string>();
