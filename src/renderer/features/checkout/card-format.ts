/** Adds a space after every four digits. */
export const groupDigits = (text: string): string => text.replaceAll(/(\d{4})(?=\d)/g, '$1 ');

/** Adds the slash after the month. */
export const addSlash = (text: string): string => text.replace(/^(\d\d)(?=\d)/, '$1/');
