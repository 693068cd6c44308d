import type { Session } from 'electron';

/** The languages whose spelling is checked as the person writes. */
export interface Spelling {
  /** Tags that can be chosen; none on macOS, whose own spell checker knows what it is given to read. */
  readonly offered: readonly string[];
  /**
   * Checks these from now on, nothing when there are none. A dictionary that is not here yet is fetched from the maker of
   * Chromium, so nothing is checked that nobody chose. Returns false for a language that is not offered.
   */
  readonly set: (languages: readonly string[]) => boolean;
}

export function createSpelling(
  session: Pick<Session, 'availableSpellCheckerLanguages' | 'setSpellCheckerLanguages'>,
  platform: NodeJS.Platform,
): Spelling {
  if (platform === 'darwin') return { offered: [], set: (languages) => languages.length === 0 };
  const offered = session.availableSpellCheckerLanguages;
  return {
    offered,
    set(languages) {
      if (languages.some((language) => !offered.includes(language))) return false;
      session.setSpellCheckerLanguages([...languages]);
      return true;
    },
  };
}
