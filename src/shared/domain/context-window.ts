import type { CompletionMessage } from '../completion/completion.ts';

/** Rough, but the same everywhere: the gateway, the app and the counters agree on it (design: one message). */
export const charactersPerToken = 4;

/** For models whose list entry tells no context length: small enough for every model that is still offered. */
export const defaultContextLength = 8192;

export interface ContextWindow {
  readonly messages: readonly CompletionMessage[];
  /** How many older messages were left out; the screen says so. */
  readonly leftOut: number;
}

export interface ContextBudget {
  readonly systemPrompt: string | null;
  /** The model's context in tokens. */
  readonly contextLength?: number | null;
  /** Tokens kept free for the reply. */
  readonly maxTokens: number;
}

/** Tokens of a text, estimated. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / charactersPerToken);
}

/**
 * The system prompt and the newest messages that fit `contextLength - maxTokens`. The newest message always goes,
 * because a request without it would answer something else.
 */
export function fitContext(conversation: readonly CompletionMessage[], budget: ContextBudget): ContextWindow {
  const { systemPrompt, maxTokens } = budget;
  const contextLength = budget.contextLength ?? defaultContextLength;
  let room = contextLength - maxTokens - estimateTokens(systemPrompt ?? '');
  let first = conversation.length;
  while (first > 0) {
    const candidate = conversation[first - 1];
    if (!candidate) break;
    room -= estimateTokens(candidate.content);
    if (room < 0 && first < conversation.length) break;
    first -= 1;
  }
  const kept = conversation.slice(first);
  const messages =
    systemPrompt === null ? kept : [{ role: 'system' as const, content: systemPrompt }, ...kept];
  return { messages, leftOut: first };
}
