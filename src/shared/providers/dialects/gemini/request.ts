import type { Prompt } from '../protocol.ts';
import { withThinking } from '../thinking-tokens.ts';
import { takeTurns, type Part } from '../turns.ts';
import { thinkingConfig, usableEffort } from './thinking.ts';

/** It refuses a system prompt, which is then the beginning of the first message. */
const isGemma = (model: string) => nameOf(model).startsWith('gemma-');

/** Lists name models with their collection. */
export const nameOf = (model: string): string => model.replace(/^models\//, '');

function partOf(part: Part): unknown {
  if (part.kind === 'text') return { text: part.text };
  const { mediaType, data } = part.image;
  return { inlineData: { mimeType: mediaType, data } };
}

/** The body of `generateContent` and `streamGenerateContent`. */
export function bodyOf(prompt: Prompt): Readonly<Record<string, unknown>> {
  const { model, messages, temperature, topP, isTest } = prompt;
  const effort = usableEffort(nameOf(model), prompt.effort);
  const thinking = isTest ? undefined : thinkingConfig(nameOf(model), effort);
  // Its limit includes the thoughts.
  const maxTokens = withThinking(prompt.maxTokens, effort);
  const { stop, seed } = prompt.passed ?? {};
  const { system, turns } = takeTurns(
    isGemma(model)
      ? messages.map((message) => (message.role === 'system' ? { ...message, role: 'user' } : message))
      : messages,
  );
  return {
    ...(system !== '' && { systemInstruction: { parts: [{ text: system }] } }),
    contents: turns.map(({ role, parts }) => ({
      role: role === 'assistant' ? 'model' : 'user',
      parts: parts.map(partOf),
    })),
    generationConfig: {
      ...(temperature !== undefined && { temperature }),
      ...(topP !== undefined && { topP }),
      ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
      ...(stop !== undefined && { stopSequences: [stop].flat() }),
      ...(seed !== undefined && { seed }),
      ...(thinking && { thinkingConfig: thinking }),
    },
  };
}
