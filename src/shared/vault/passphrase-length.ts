/** In characters. Short ones are refused, because anyone with a copy of the database can try them without a limit. */
export const minPassphraseLength = 12;
