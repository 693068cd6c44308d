import { dataUrlOf } from '../../data-url.ts';
import { parametersOf, programFields, type ProgramFields } from '../../program-fields.ts';
import { effortName, isOpenAiReasoning, openAiEfforts } from '../openai/effort.ts';
import { messagesInParts, type MessageInParts, type Part } from '../parts.ts';
import type { Prompt } from '../protocol.ts';
import { withThinking } from '../thinking-tokens.ts';
import { textOfParts } from '../turns.ts';

/** OpenAI refuses smaller limits. */
const minOutputTokens = 16;

/** Returns the effort to request. Undefined if the model does not support it. */
function usableEffort({ model, effort, isTest }: Prompt, host: string) {
  if (effort === undefined || isTest || !isOpenAiReasoning(model)) return undefined;
  return openAiEfforts(host, model, true).includes(effort) ? effort : undefined;
}

type Picture = Extract<Part, { kind: 'image' | 'image-address' }>;

const pictureOf = (part: Picture): unknown => ({
  type: 'input_image',
  image_url: part.kind === 'image' ? dataUrlOf(part.image) : part.url,
  detail: part.detail ?? 'auto',
});

/** Returns content without images as plain text, because only the user's messages may have a list. */
function contentOf(parts: readonly Part[]): unknown {
  if (!parts.some(({ kind }) => kind === 'image' || kind === 'image-address')) return textOfParts(parts);
  return parts.flatMap((part) => {
    if (part.kind === 'text') return [{ type: 'input_text', text: part.text }];
    return part.kind === 'image' || part.kind === 'image-address' ? [pictureOf(part)] : [];
  });
}

const isContent = ({ kind }: Part) => kind !== 'call' && kind !== 'result';

/** Puts tool calls and their results into separate items next to the messages. */
function itemsOf({ role, parts }: MessageInParts): readonly unknown[] {
  if (role === 'system') return [];
  const content = parts.filter(isContent);
  return [
    ...(content.length > 0 ? [{ role, content: contentOf(content) }] : []),
    ...parts.flatMap((part): unknown[] => {
      if (part.kind === 'call') {
        const { id, name, arguments: written } = part;
        return [{ type: 'function_call', call_id: id, name, arguments: written }];
      }
      return part.kind === 'result'
        ? [{ type: 'function_call_output', call_id: part.id, output: part.text }]
        : [];
    }),
  ];
}

function toolFields({ tools, tool_choice: choice, parallel_tool_calls }: ProgramFields) {
  if (!tools) return {};
  return {
    tools: tools.map((tool) => {
      const { name, description, strict } = tool.function;
      return {
        type: 'function',
        name,
        ...(description !== undefined && { description }),
        parameters: parametersOf(tool),
        // The default is true in the Responses API and false in chat completions.
        strict: strict ?? false,
      };
    }),
    ...(choice !== undefined && {
      tool_choice: typeof choice === 'object' ? { type: 'function', name: choice.function.name } : choice,
    }),
    ...(parallel_tool_calls !== undefined && { parallel_tool_calls }),
  };
}

/** Builds the body of `POST /v1/responses`. */
export function bodyOf(prompt: Prompt, host: string): Readonly<Record<string, unknown>> {
  const { model, temperature, topP, isStreaming, isTest } = prompt;
  const isReasoning = isOpenAiReasoning(model);
  const messages = messagesInParts(prompt);
  const system = messages
    .filter(({ role, parts }) => role === 'system' && parts.length > 0)
    .map(({ parts }) => textOfParts(parts));
  const effort = usableEffort(prompt, host);
  // The limit includes the thinking.
  const thinks = (isReasoning || prompt.facts?.isReasoning === true) && !isTest;
  const maxTokens = thinks ? withThinking(prompt, effort) : prompt.maxTokens;
  return {
    model,
    ...(system.length > 0 && { instructions: system.join('\n\n') }),
    input: messages.flatMap(itemsOf),
    // Otherwise the vendor stores responses for a month.
    store: false,
    ...(!isReasoning && {
      ...(temperature !== undefined && { temperature }),
      ...(topP !== undefined && { top_p: topP }),
    }),
    ...(maxTokens !== undefined && { max_output_tokens: Math.max(maxTokens, minOutputTokens) }),
    // Reasoning models send summaries of their thinking only on request. Other models refuse the field.
    ...(isReasoning &&
      !isTest && { reasoning: { ...(effort && { effort: effortName(effort) }), summary: 'auto' } }),
    ...toolFields(programFields(prompt.passed)),
    ...(isStreaming && { stream: true }),
  };
}
