import type { CompletionMessage } from '../completion/completion.ts';
import { maxImageTokens } from './attached-text.ts';

/** A rough estimate, the same for the gateway, the app and the counters. */
export const charactersPerToken = 4;

/** Assumed for unknown models. All current models have at least this context length. */
export const defaultContextLength = 8192;

interface ContextWindow<Sent> {
  readonly messages: readonly (Sent | CompletionMessage)[];
  /** The number of older messages that did not fit. */
  readonly leftOut: number;
}

interface ContextBudget {
  readonly systemPrompt: string | null;
  /** A message that is always sent before the conversation, such as a summary of earlier messages. */
  readonly opening?: CompletionMessage | null;
  /** The model's context length in tokens. */
  readonly contextLength?: number | null;
  /** Tokens kept free for the reply. */
  readonly maxTokens: number;
  /** The number of tokens that the model counts per estimated token. 1 if unknown. */
  readonly scale?: number;
}

export function estimateTokens(text: string): number {
  return Math.ceil(text.length / charactersPerToken);
}

/** A message whose files have not been read yet. `attached` is their estimated number of tokens. */
export interface SizedMessage extends CompletionMessage {
  readonly attached?: number;
}

/** Estimates a message's tokens. The sizes of images are unknown, so each image counts as a large one. */
export const estimateMessage = ({ content, images = [], attached = 0 }: SizedMessage): number =>
  estimateTokens(content) + images.length * maxImageTokens + attached;

export const estimatePrompt = (messages: readonly CompletionMessage[]): number =>
  messages.reduce((sum, message) => sum + estimateMessage(message), 0);

/**
 * Returns the system prompt and the newest messages that fit into `contextLength - maxTokens`. The newest message is
 * always included, because it is the one to answer.
 */
export function fitContext<Sent extends SizedMessage>(
  conversation: readonly Sent[],
  budget: ContextBudget,
): ContextWindow<Sent> {
  const { systemPrompt, opening = null, maxTokens, scale = 1 } = budget;
  const contextLength = budget.contextLength ?? defaultContextLength;
  const system = systemPrompt === null ? [] : [{ role: 'system' as const, content: systemPrompt }];
  const first = [...system, ...(opening === null ? [] : [opening])];
  let room = (contextLength - maxTokens) / scale - estimatePrompt(first);
  let start = conversation.length;
  while (start > 0) {
    const candidate = conversation[start - 1];
    if (!candidate) break;
    room -= estimateMessage(candidate);
    if (room < 0 && start < conversation.length) break;
    start -= 1;
  }
  return { messages: [...first, ...conversation.slice(start)], leftOut: start };
}
