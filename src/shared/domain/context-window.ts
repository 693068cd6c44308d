import type { CompletionMessage } from '../completion/completion.ts';
import { mostImageTokens } from './attached-text.ts';

/** A rough estimate, the same for the gateway, the app and the counters. */
export const charactersPerToken = 4;

/** For models without a known context length: small enough for all current models. */
export const defaultContextLength = 8192;

interface ContextWindow {
  readonly messages: readonly CompletionMessage[];
  /** Number of older messages left out, for display. */
  readonly leftOut: number;
}

interface ContextBudget {
  readonly systemPrompt: string | null;
  /** The model's context in tokens. */
  readonly contextLength?: number | null;
  /** Tokens kept free for the reply. */
  readonly maxTokens: number;
  /** Tokens that the model counts for each estimated one; 1 if unknown. */
  readonly scale?: number;
}

export function estimateTokens(text: string): number {
  return Math.ceil(text.length / charactersPerToken);
}

/** Of a message with its pictures, whose sizes are not known here, so each counts as a large one. */
export const estimateMessage = ({ content, images = [] }: CompletionMessage): number =>
  estimateTokens(content) + images.length * mostImageTokens;

export const estimatePrompt = (messages: readonly CompletionMessage[]): number =>
  messages.reduce((sum, message) => sum + estimateMessage(message), 0);

/**
 * The system prompt and the newest messages that fit `contextLength - maxTokens`. Always includes the newest message,
 * because it is the one to answer.
 */
export function fitContext(conversation: readonly CompletionMessage[], budget: ContextBudget): ContextWindow {
  const { systemPrompt, maxTokens, scale = 1 } = budget;
  const contextLength = budget.contextLength ?? defaultContextLength;
  let room = (contextLength - maxTokens) / scale - estimateTokens(systemPrompt ?? '');
  let first = conversation.length;
  while (first > 0) {
    const candidate = conversation[first - 1];
    if (!candidate) break;
    room -= estimateMessage(candidate);
    if (room < 0 && first < conversation.length) break;
    first -= 1;
  }
  const fitting = conversation.slice(first);
  const messages =
    systemPrompt === null ? fitting : [{ role: 'system' as const, content: systemPrompt }, ...fitting];
  return { messages, leftOut: first };
}
