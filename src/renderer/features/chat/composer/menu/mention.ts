/** Matches an at sign at the start of a word, and the part of the word before the caret. */
const mentionPattern = /(?:^|\s)@([^\s@]*)$/u;

/** True if the text is only the word that chooses a model or a persona. Such text is never sent. */
export const isMention = (text: string): boolean => /^\s*@[^\s@]*\s*$/u.test(text);

export interface Mention {
  /** The position of the at sign. */
  readonly start: number;
  /** Without the at sign. */
  readonly query: string;
}

/** Returns the word with an at sign before the caret. Null if there is none, for example in an email address. */
export function mentionAt(text: string, caret: number): Mention | null {
  const query = mentionPattern.exec(text.slice(0, caret))?.[1];
  return query === undefined ? null : { start: caret - query.length - 1, query };
}
