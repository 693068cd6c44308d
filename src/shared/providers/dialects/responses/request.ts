import { isOpenAiReasoning, openAiEfforts } from '../openai/effort.ts';
import type { Prompt } from '../protocol.ts';
import { withThinking } from '../thinking-tokens.ts';

/** Smaller limits are refused. */
const lowestMaxTokens = 16;

/** Reasoning models summarize their thinking only on request. Others refuse the field. */
function reasoningFields({ model, effort, isTest }: Prompt, host: string) {
  if (isTest || !isOpenAiReasoning(model)) return {};
  const isUsable = effort !== undefined && openAiEfforts(host, model, true).includes(effort);
  return {
    reasoning: { ...(isUsable && { effort: effort === 'off' ? 'none' : effort }), summary: 'auto' },
  };
}

/** The body of `POST /v1/responses`. */
export function bodyOf(prompt: Prompt, host: string): Readonly<Record<string, unknown>> {
  const { model, messages, temperature, topP, effort, isStreaming } = prompt;
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  const reasoning = reasoningFields(prompt, host);
  // Its limit includes the thinking.
  const maxTokens = 'reasoning' in reasoning ? withThinking(prompt.maxTokens, effort) : prompt.maxTokens;
  return {
    model,
    ...(system.length > 0 && { instructions: system.join('\n\n') }),
    input: messages.flatMap(({ role, content }) =>
      role === 'system' || content.trim() === '' ? [] : { role, content },
    ),
    // By default the vendor keeps responses for a month.
    store: false,
    ...(!isOpenAiReasoning(model) && {
      ...(temperature !== undefined && { temperature }),
      ...(topP !== undefined && { top_p: topP }),
    }),
    ...(maxTokens !== undefined && { max_output_tokens: Math.max(maxTokens, lowestMaxTokens) }),
    ...reasoning,
    ...(isStreaming && { stream: true }),
  };
}
