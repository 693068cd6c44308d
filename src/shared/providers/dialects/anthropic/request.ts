import type { Prompt } from '../protocol.ts';
import { withThinking } from '../thinking-tokens.ts';
import { takeTurns, type Part, type Turn } from '../turns.ts';
import { thinkingFields, usableEffort } from './thinking.ts';

/** The limit is required. Every model accepts this one. */
const defaultMaxTokens = 4096;

export const highestTemperature = 1;

/** Claude before 4.7. Later ones refuse any temperature, so unknown names of Claude count as later ones. */
const earlyClaude = /claude-(?:instant|[23]|(?:opus|sonnet|haiku)-4(?![-.](?:[7-9]|\d\d)(?!\d)))/i;

export const acceptsTemperature = (model: string) => !/claude/i.test(model) || earlyClaude.test(model);

function blockOf(part: Part): unknown {
  if (part.kind === 'text') return { type: 'text', text: part.text };
  const { mediaType, data } = part.image;
  return { type: 'image', source: { type: 'base64', media_type: mediaType, data } };
}

function contentOf({ parts }: Turn): unknown {
  const [only] = parts;
  return parts.length === 1 && only?.kind === 'text' ? only.text : parts.map(blockOf);
}

/** The body of `POST /v1/messages`. */
export function bodyOf(prompt: Prompt): Readonly<Record<string, unknown>> {
  const { model, messages, temperature, maxTokens = defaultMaxTokens, isStreaming } = prompt;
  const stop = prompt.passed?.['stop'];
  const { system, turns } = takeTurns(messages);
  const effort = usableEffort(model, prompt.effort);
  const isThinking = effort !== undefined && effort !== 'off';
  return {
    model,
    ...(system !== '' && { system }),
    messages: turns.map((turn) => ({ role: turn.role, content: contentOf(turn) })),
    // Its limit includes the thinking.
    max_tokens: withThinking(maxTokens, effort),
    // Models refuse a temperature while they think, and many refuse it together with `top_p`, which is not sent.
    ...(temperature !== undefined &&
      !isThinking &&
      acceptsTemperature(model) && { temperature: Math.min(temperature, highestTemperature) }),
    ...(stop !== undefined && { stop_sequences: [stop].flat() }),
    ...thinkingFields(model, effort),
    ...(isStreaming && { stream: true }),
  };
}
