import { programFields } from '../../program-fields.ts';
import type { Prompt } from '../protocol.ts';
import { withThinking } from '../thinking-tokens.ts';
import { argumentsOf, messagesInParts, type Part } from '../parts.ts';
import { splitTurns, type Turn } from '../turns.ts';
import { thinkingFields, thinksByDefault, usableEffort } from './thinking.ts';
import { toolFields } from './tools.ts';

/** Anthropic requires a limit, and every model accepts this one. */
const defaultMaxTokens = 4096;

export const maxTemperature = 1;

/**
 * Claude models before 4.7, which accept a temperature. Later models refuse it. Names that don't match count as later
 * models.
 */
const earlyClaude = /claude-(?:instant|[23]|(?:opus|sonnet|haiku)-4(?![-.](?:[7-9]|\d\d)(?!\d)))/i;

export const acceptsTemperature = (model: string) => !/claude/i.test(model) || earlyClaude.test(model);

/** Replaces characters that Anthropic refuses in ids. Other vendors' ids may contain them. */
const idOf = (id: string) => id.replaceAll(/[^\w-]/g, '_');

function blockOf(part: Part): unknown {
  switch (part.kind) {
    case 'text':
      return { type: 'text', text: part.text };
    case 'image': {
      const { mediaType, data } = part.image;
      return { type: 'image', source: { type: 'base64', media_type: mediaType, data } };
    }
    case 'image-address':
      return { type: 'image', source: { type: 'url', url: part.url } };
    case 'call':
      return { type: 'tool_use', id: idOf(part.id), name: part.name, input: argumentsOf(part) };
    case 'result':
      return { type: 'tool_result', tool_use_id: idOf(part.id), content: part.text };
  }
}

function contentOf({ parts }: Turn): unknown {
  const [only] = parts;
  return parts.length === 1 && only?.kind === 'text' ? only.text : parts.map(blockOf);
}

/** Builds the body of `POST /v1/messages`. */
export function bodyOf(prompt: Prompt): Readonly<Record<string, unknown>> {
  const { model, temperature, isStreaming } = prompt;
  const program = programFields(prompt.passed);
  const { system, turns } = splitTurns(messagesInParts(prompt));
  // With tools, the model must not think. It would need its signed thoughts back with the results, but programs don't
  // keep them.
  const effort = program.tools ? undefined : usableEffort(model, prompt.effort);
  const limited = { ...prompt, maxTokens: prompt.maxTokens ?? defaultMaxTokens };
  const thinks = effort === undefined ? thinksByDefault(model) && !prompt.isTest : effort !== 'off';
  // The limit includes the thinking.
  const maxTokens = (thinks && withThinking(limited, effort)) || limited.maxTokens;
  const thinking = thinkingFields(model, effort, maxTokens);
  const isThinking = 'thinking' in thinking && effort !== 'off';
  return {
    model,
    ...(system !== '' && { system }),
    messages: turns.map((turn) => ({ role: turn.role, content: contentOf(turn) })),
    max_tokens: maxTokens,
    // Models refuse a temperature while they think. Many also refuse it together with `top_p`, so `top_p` is not
    // sent.
    ...(temperature !== undefined &&
      !isThinking &&
      acceptsTemperature(model) && { temperature: Math.min(temperature, maxTemperature) }),
    ...(program.stop !== undefined && { stop_sequences: [program.stop].flat() }),
    ...toolFields(program),
    ...thinking,
    ...(isStreaming && { stream: true }),
  };
}
