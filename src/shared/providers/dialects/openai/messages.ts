import type { CompletionMessage } from '../../../completion/completion.ts';
import { dataUrlOf } from '../../data-url.ts';
import type { ProgramMessage } from '../../program-fields.ts';
import type { ToolCall } from '../../tool-calls.ts';

function withoutSignatures(call: ToolCall): ToolCall {
  const { extra_content: _, ...rest } = call;
  return rest;
}

/**
 * Returns the messages of a program's request. Google's OpenAI-compatible services require the signatures of Gemini's
 * calls. Some other services refuse that field.
 */
export function passedMessages(
  messages: readonly ProgramMessage[],
  model: string,
): readonly ProgramMessage[] {
  if (/gemini/i.test(model)) return messages;
  return messages.map((message) =>
    message.tool_calls ? { ...message, tool_calls: message.tool_calls.map(withoutSignatures) } : message,
  );
}

export function openAiMessage({ role, content, images = [] }: CompletionMessage) {
  if (images.length === 0) return { role, content };
  const pictures = images.map((image) => ({ type: 'image_url', image_url: { url: dataUrlOf(image) } }));
  // Some vendors refuse blank parts.
  const texts = content.trim() === '' ? [] : [{ type: 'text', text: content }];
  return { role, content: [...texts, ...pictures] };
}
