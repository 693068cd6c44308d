import type { Session } from 'electron';

export interface Spelling {
  /** Language tags that the user can choose from. Empty on macOS, which detects the language. */
  readonly offered: readonly string[];
  /**
   * Checks spelling in these languages; an empty list turns it off. Chromium downloads missing dictionaries from
   * Google, so only languages that the user has chosen are checked. Returns false for an unavailable language.
   */
  readonly set: (languages: readonly string[]) => boolean;
}

export function createSpelling(
  session: Pick<Session, 'availableSpellCheckerLanguages' | 'setSpellCheckerLanguages'>,
  platform: NodeJS.Platform,
): Spelling {
  if (platform === 'darwin') return { offered: [], set: (languages) => languages.length === 0 };
  const availableLanguages = session.availableSpellCheckerLanguages;
  return {
    offered: availableLanguages,
    set(languages) {
      if (languages.some((language) => !availableLanguages.includes(language))) return false;
      session.setSpellCheckerLanguages([...languages]);
      return true;
    },
  };
}
