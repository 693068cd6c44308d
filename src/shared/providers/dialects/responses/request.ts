import { hasImages, type CompletionMessage } from '../../../completion/completion.ts';
import { dataUrlOf } from '../../data-url.ts';
import { effortName, isOpenAiReasoning, openAiEfforts } from '../openai/effort.ts';
import type { Prompt } from '../protocol.ts';
import { withThinking } from '../thinking-tokens.ts';

/** Smaller limits are refused. */
const lowestMaxTokens = 16;

/** The effort to ask for; undefined if the model has none, or not this one. */
function usableEffort({ model, effort, isTest }: Prompt, host: string) {
  if (effort === undefined || isTest || !isOpenAiReasoning(model)) return undefined;
  return openAiEfforts(host, model, true).includes(effort) ? effort : undefined;
}

const isBlank = ({ content }: CompletionMessage) => content.trim() === '';

function contentOf(message: CompletionMessage): unknown {
  const { content, images = [] } = message;
  if (images.length === 0) return content;
  return [
    ...(isBlank(message) ? [] : [{ type: 'input_text', text: content }]),
    ...images.map((image) => ({ type: 'input_image', image_url: dataUrlOf(image), detail: 'auto' })),
  ];
}

/** The body of `POST /v1/responses`. */
export function bodyOf(prompt: Prompt, host: string): Readonly<Record<string, unknown>> {
  const { model, messages, temperature, topP, isStreaming, isTest } = prompt;
  const isReasoning = isOpenAiReasoning(model);
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  const effort = usableEffort(prompt, host);
  // Its limit includes the thinking.
  const maxTokens = withThinking(prompt.maxTokens, effort);
  return {
    model,
    ...(system.length > 0 && { instructions: system.join('\n\n') }),
    input: messages.flatMap((message) =>
      message.role === 'system' || (isBlank(message) && !hasImages(message))
        ? []
        : { role: message.role, content: contentOf(message) },
    ),
    // By default the vendor keeps responses for a month.
    store: false,
    ...(!isReasoning && {
      ...(temperature !== undefined && { temperature }),
      ...(topP !== undefined && { top_p: topP }),
    }),
    ...(maxTokens !== undefined && { max_output_tokens: Math.max(maxTokens, lowestMaxTokens) }),
    // Reasoning models summarize their thinking only on request. Others refuse the field.
    ...(isReasoning &&
      !isTest && { reasoning: { ...(effort && { effort: effortName(effort) }), summary: 'auto' } }),
    ...(isStreaming && { stream: true }),
  };
}
