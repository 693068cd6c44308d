import type { CompletionMessage } from '../../../completion/completion.ts';
import { dataUrlOf } from '../../data-url.ts';
import type { ProgramMessage } from '../../program-fields.ts';
import type { ToolCall } from '../../tool-calls.ts';

function withoutSignatures(call: ToolCall): ToolCall {
  const { extra_content: _, ...rest } = call;
  return rest;
}

/**
 * A program's messages. Gemini's models need the signatures of their calls back, even through other services; some
 * services refuse the field.
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

/** If a message has images, its content is a list of parts. */
export function openAiMessage({ role, content, images = [] }: CompletionMessage) {
  if (images.length === 0) return { role, content };
  const pictures = images.map((image) => ({ type: 'image_url', image_url: { url: dataUrlOf(image) } }));
  // Some vendors refuse blank parts.
  const texts = content.trim() === '' ? [] : [{ type: 'text', text: content }];
  return { role, content: [...texts, ...pictures] };
}
