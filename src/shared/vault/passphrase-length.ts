/** Anyone with a copy of the database can try passphrases on their own computers, so short ones are refused. */
export const minPassphraseLength = 12;
