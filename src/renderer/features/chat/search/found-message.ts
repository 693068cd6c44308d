import { z } from 'zod';

export interface FoundMessage {
  readonly id: string;
  readonly words: readonly string[];
}

/** Keeps the words in the history entry, not in the URL, because a URL may be copied and is sent to the server. */
export const stateWith = (found: FoundMessage | undefined) => found && { foundWords: found.words };

const linkState = z.object({ foundWords: z.array(z.string()) });

export function wordsIn(state: unknown): readonly string[] {
  const { data } = linkState.safeParse(state);
  return data?.foundWords ?? [];
}
