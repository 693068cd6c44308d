/** In characters. Anyone with a copy of the database could try short ones without a limit. */
export const minPassphraseLength = 12;
