import type { LiveTurn } from '../turn/live-turn.ts';
import type { ShownMessage } from '../turn/shown-messages.ts';

/** A reply may still be on its way from another device; after this time (ms) nobody is working on it. */
const NOBODY_ANSWERS_AFTER = 60_000;

/**
 * Marks a last message of the user that never got a reply (the page was closed too early) as failed, so that it can
 * be tried again.
 */
export function withUnanswered(
  messages: readonly ShownMessage[],
  turn: LiveTurn | undefined,
  now: number,
): readonly ShownMessage[] {
  const last = messages.at(-1);
  if (turn || last?.role !== 'user' || now - Date.parse(last.createdAt) < NOBODY_ANSWERS_AFTER)
    return messages;
  return [...messages.slice(0, -1), { ...last, status: 'failed' }];
}
