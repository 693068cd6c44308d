import { when, type Behavior } from './faults.ts';

export interface Reply {
  readonly text: string;
  readonly reasoning: string;
  readonly finishReason: string;
  readonly usage: {
    readonly prompt_tokens: number;
    readonly completion_tokens: number;
    readonly total_tokens: number;
  };
}

interface Turn {
  readonly role?: unknown;
  readonly content?: unknown;
}

const turnsOf = (body: Readonly<Record<string, unknown>>): readonly Turn[] =>
  Array.isArray(body['messages']) ? (body['messages'] as readonly Turn[]) : [];

const contentOf = (turn: Turn | undefined) => (typeof turn?.content === 'string' ? turn.content : '');

/** One token per word, so that tests can count them. */
const countTokens = (text: string) => text.split(/\s+/).filter((word) => word !== '').length;

/** The reply to a request: the scripted text, or the user's last message. */
export function replyTo(body: Readonly<Record<string, unknown>>, behavior: Behavior | undefined): Reply {
  const turns = turnsOf(body);
  const question = contentOf(turns.findLast(({ role }) => role === 'user'));
  const scripted = when(behavior, 'reply')?.text ?? when(behavior, 'pace')?.text;
  const text = behavior?.kind === 'empty' ? '' : (scripted ?? `You said: ${question}`);
  const prompt = turns.map(contentOf).join(' ');
  const [prompt_tokens, completion_tokens] = [countTokens(prompt), countTokens(text)];
  return {
    text,
    reasoning: when(behavior, 'reply')?.reasoning ?? when(behavior, 'pace')?.reasoning ?? '',
    finishReason: when(behavior, 'reply')?.finishReason ?? 'stop',
    usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
  };
}

/** Splits a text into the pieces of a stream: words with the space before them. */
export const piecesOf = (text: string): readonly string[] => text.match(/\s*\S+|\s+$/g) ?? [];
