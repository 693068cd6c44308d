/** The texts of open edit fields by message id. They survive a language change, which remounts the page. */
export const openEdits = new Map<string, string>();
