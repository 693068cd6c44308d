import type { Prompt } from '../protocol.ts';
import { takeTurns } from '../turns.ts';

/** The limit is required. Every model accepts this one. */
const defaultMaxTokens = 4096;

const highestTemperature = 1;

/** Claude before 4.7. Later ones refuse any temperature, so unknown names of Claude count as later ones. */
const earlyClaude = /claude-(?:instant|[23]|(?:opus|sonnet|haiku)-4(?![-.](?:[7-9]|\d\d)(?!\d)))/i;

const acceptsTemperature = (model: string) => !/claude/i.test(model) || earlyClaude.test(model);

/** The body of `POST /v1/messages`. */
export function bodyOf(prompt: Prompt): Readonly<Record<string, unknown>> {
  const { model, messages, temperature, maxTokens, isStreaming } = prompt;
  const { system, turns } = takeTurns(messages);
  return {
    model,
    ...(system !== '' && { system }),
    messages: turns,
    max_tokens: maxTokens ?? defaultMaxTokens,
    ...(temperature !== undefined &&
      acceptsTemperature(model) && { temperature: Math.min(temperature, highestTemperature) }),
    ...(isStreaming && { stream: true }),
  };
}
