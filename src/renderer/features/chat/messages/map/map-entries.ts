import { plainText } from '../../../../components/markdown/plain-text.ts';
import { listOf } from '../../../../lib/locale.ts';
import type { ShownMessage } from '../../turn/shown-messages.ts';

/** In characters. Longer lines are cut. */
const MAX_LINE_LENGTH = 160;

export interface MapEntry {
  readonly id: string;
  readonly line: string;
}

const entryCache = new WeakMap<ShownMessage, MapEntry>();

export const mapEntries = (messages: readonly ShownMessage[]): MapEntry[] =>
  messages.flatMap((message) => (message.role === 'user' ? [entryOf(message)] : []));

function entryOf(message: ShownMessage): MapEntry {
  const cached = entryCache.get(message);
  if (cached) return cached;
  const { content, attachments = [] } = message;
  // Parses only enough Markdown for one line, because the message may be long.
  const start = content.trimStart().slice(0, 4 * MAX_LINE_LENGTH);
  const line =
    plainText(start)
      .split('\n')
      .find((text) => text.trim() !== '') ??
    (start || listOf(attachments.map(({ name }) => name)));
  const entry = { id: message.id, line: line.trim().slice(0, MAX_LINE_LENGTH).toWellFormed() };
  entryCache.set(message, entry);
  return entry;
}

/**
 * Returns the user's message whose reply the user is reading: the last one up to the message at the top of
 * the view.
 */
export function entryAt(messages: readonly ShownMessage[], messageId: string | null): string | null {
  const index = messages.findIndex(({ id }) => id === messageId);
  const until = index < 0 ? messages : messages.slice(0, index + 1);
  return until.findLast(({ role }) => role === 'user')?.id ?? null;
}
