import type { LiveTurn } from '../turn/live-turn.ts';
import type { ShownMessage } from '../turn/shown-messages.ts';

/** Until then (ms), a reply may still come from another device. */
const NOBODY_ANSWERS_AFTER = 60_000;

/**
 * Marks the user's last message as failed if it has no reply, e.g. because the page was closed, so that it can be
 * retried.
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
