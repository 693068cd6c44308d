import { behaviorOfKind, type Behavior } from './faults.ts';

type Body = Readonly<Record<string, unknown>>;

export interface Reply {
  readonly text: string;
  readonly reasoning: string;
  readonly finishReason: string;
  readonly promptTokens: number;
  readonly completionTokens: number;
}

interface Turn {
  readonly role?: unknown;
  readonly content?: unknown;
  /** Gemini's name for the content. */
  readonly parts?: readonly { readonly text?: unknown }[];
}

/** Returns the conversation. Its field has a different name in each dialect. */
const turnsOf = (body: Body): readonly Turn[] => {
  const turns = body['messages'] ?? body['input'] ?? body['contents'];
  return Array.isArray(turns) ? (turns as readonly Turn[]) : [];
};

function contentOf(turn: Turn | undefined): string {
  const content = turn?.content ?? turn?.parts;
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map(({ text }: { readonly text?: unknown }) => (typeof text === 'string' ? text : ''))
    .join('');
}

/** Returns the user's last message in any dialect. */
export const questionOf = (body: Body): string =>
  contentOf(turnsOf(body).findLast(({ role }) => role === 'user'));

/** Counts each word as one token, so that tests can count tokens. */
const countTokens = (text: string) => text.split(/\s+/).filter((word) => word !== '').length;

/** Returns the reply to a request: the scripted text, or the user's last message. */
export function replyTo(body: Body, behavior: Behavior | undefined): Reply {
  const scripted = behaviorOfKind(behavior, 'reply')?.text ?? behaviorOfKind(behavior, 'pace')?.text;
  const text = behavior?.kind === 'empty' ? '' : (scripted ?? `You said: ${questionOf(body)}`);
  return {
    text,
    reasoning:
      behaviorOfKind(behavior, 'reply')?.reasoning ?? behaviorOfKind(behavior, 'pace')?.reasoning ?? '',
    finishReason: behaviorOfKind(behavior, 'reply')?.finishReason ?? 'stop',
    promptTokens: countTokens(turnsOf(body).map(contentOf).join(' ')),
    completionTokens: countTokens(text),
  };
}

/** Splits a text into the pieces of a stream: words with the space before them. */
export const piecesOf = (text: string): readonly string[] => text.match(/\s*\S+|\s+$/g) ?? [];
