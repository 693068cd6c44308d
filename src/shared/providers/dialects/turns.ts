import { textPart, type MessageInParts, type Part } from './parts.ts';

export interface Turn {
  readonly role: 'user' | 'assistant';
  readonly parts: readonly Part[];
}

/**
 * The first turn if a conversation starts with a reply because its question no longer fits the context. Vendors require
 * that the first turn is the user's.
 */
const omittedMessages: Turn = { role: 'user', parts: [textPart('…')] };

/** Joins the texts of two consecutive messages of one role. */
function join(parts: readonly Part[], more: readonly Part[]): readonly Part[] {
  const [last, first] = [parts.at(-1), more[0]];
  if (last?.kind !== 'text' || first?.kind !== 'text') return [...parts, ...more];
  return [...parts.slice(0, -1), textPart(`${last.text}\n\n${first.text}`), ...more.slice(1)];
}

export const textOfParts = (parts: readonly Part[]): string =>
  parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');

/**
 * Splits a conversation for dialects that need the system prompt in a separate field and alternating turns that start
 * with the user. They also refuse blank messages.
 */
export function splitTurns(messages: readonly MessageInParts[]): {
  readonly system: string;
  readonly turns: readonly Turn[];
} {
  const system: string[] = [];
  const turns: Turn[] = [];
  for (const { role, parts } of messages) {
    if (parts.length === 0) continue;
    if (role === 'system') {
      system.push(textOfParts(parts));
      continue;
    }
    const previous = turns.at(-1);
    if (previous?.role === role) turns[turns.length - 1] = { role, parts: join(previous.parts, parts) };
    else turns.push({ role, parts });
  }
  if (turns[0]?.role !== 'user') turns.unshift(omittedMessages);
  return { system: system.join('\n\n'), turns };
}
