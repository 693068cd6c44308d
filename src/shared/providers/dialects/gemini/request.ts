import type { Prompt } from '../protocol.ts';
import { takeTurns } from '../turns.ts';

/** Models that always think, and show it on request. Others refuse the request. */
const thinks =
  /^gemini-(?:2\.5|[3-9](?:\.\d+)?)-(?:pro|flash)(?!.*(?:lite|image|tts|audio|live|computer|robotics))/;

/** It refuses a system prompt, which is then the beginning of the first message. */
const isGemma = (model: string) => nameOf(model).startsWith('gemma-');

/** Lists name models with their collection. */
export const nameOf = (model: string): string => model.replace(/^models\//, '');

/** The body of `generateContent` and `streamGenerateContent`. */
export function bodyOf(prompt: Prompt): Readonly<Record<string, unknown>> {
  const { model, messages, temperature, maxTokens, isTest } = prompt;
  const { system, turns } = takeTurns(
    isGemma(model)
      ? messages.map(({ content, role }) => ({ content, role: role === 'system' ? 'user' : role }))
      : messages,
  );
  return {
    ...(system !== '' && { systemInstruction: { parts: [{ text: system }] } }),
    contents: turns.map(({ role, content }) => ({
      role: role === 'assistant' ? 'model' : 'user',
      parts: [{ text: content }],
    })),
    generationConfig: {
      ...(temperature !== undefined && { temperature }),
      ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
      ...(!isTest && thinks.test(nameOf(model)) && { thinkingConfig: { includeThoughts: true } }),
    },
  };
}
