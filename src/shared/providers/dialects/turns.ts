import type { CompletionMessage, ImagePart } from '../../completion/completion.ts';

/** A piece of a message. */
export type Part =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'image'; readonly image: ImagePart };

/** A message of a conversation that alternates. */
export interface Turn {
  readonly role: 'user' | 'assistant';
  readonly parts: readonly Part[];
}

const textPart = (text: string): Part => ({ kind: 'text', text });

/** Stands for the messages before, so that a reply whose question no longer fits the context is not lost. */
const earlier: Turn = { role: 'user', parts: [textPart('…')] };

/** Pictures first: models read the text that follows them better. Blank text is left out, because vendors refuse it. */
const partsOf = ({ content, images = [] }: CompletionMessage): readonly Part[] => [
  ...images.map((image): Part => ({ kind: 'image', image })),
  ...(content.trim() === '' ? [] : [textPart(content)]),
];

/** Texts that follow each other become one. */
function join(parts: readonly Part[], more: readonly Part[]): readonly Part[] {
  const [last, first] = [parts.at(-1), more[0]];
  if (last?.kind !== 'text' || first?.kind !== 'text') return [...parts, ...more];
  return [...parts.slice(0, -1), textPart(`${last.text}\n\n${first.text}`), ...more.slice(1)];
}

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
  for (const message of messages) {
    const { role, content } = message;
    const parts = partsOf(message);
    if (parts.length === 0) continue;
    if (role === 'system') {
      system.push(content);
      continue;
    }
    const previous = turns.at(-1);
    if (previous?.role === role) turns[turns.length - 1] = { role, parts: join(previous.parts, parts) };
    else turns.push({ role, parts });
  }
  if (turns[0]?.role !== 'user') turns.unshift(earlier);
  return { system: system.join('\n\n'), turns };
}
