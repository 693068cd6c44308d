import type { CompletionMessage } from '../../completion/completion.ts';

/** A message of a conversation that alternates. */
export interface Turn {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** Stands for the messages before, so that a reply whose question no longer fits the context is not lost. */
const earlier: Turn = { role: 'user', content: '…' };

/**
 * A conversation for dialects that want the system prompt in its own field, and turns that alternate and begin with the
 * user's. They also refuse blank messages.
 */
export function takeTurns(messages: readonly CompletionMessage[]): {
  readonly system: string;
  readonly turns: readonly Turn[];
} {
  const system: string[] = [];
  const turns: Turn[] = [];
  for (const { role, content } of messages) {
    if (content.trim() === '') continue;
    if (role === 'system') {
      system.push(content);
      continue;
    }
    const previous = turns.at(-1);
    if (previous?.role === role) {
      turns[turns.length - 1] = { role, content: `${previous.content}\n\n${content}` };
    } else {
      turns.push({ role, content });
    }
  }
  if (turns[0]?.role !== 'user') turns.unshift(earlier);
  return { system: system.join('\n\n'), turns };
}
