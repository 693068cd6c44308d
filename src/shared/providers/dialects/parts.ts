import type { CompletionMessage, ImagePart } from '../../completion/completion.ts';
import { CompletionError } from '../../completion/error.ts';
import { tryParseJson } from '../body.ts';
import { readDataUrl } from '../data-url.ts';
import { programFields, type ProgramMessage, type ProgramPart, roleOf, textOf } from '../program-fields.ts';
import type { ToolCall } from '../tool-calls.ts';
import { isRecord } from '../upstream-error.ts';
import type { Prompt } from './protocol.ts';

/** A part of a message, the same for all dialects that translate messages. */
export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'image'; readonly image: ImagePart; readonly detail?: string }
  /** The vendor loads the image itself. */
  | { readonly kind: 'image-address'; readonly url: string; readonly detail?: string }
  | {
      readonly kind: 'call';
      readonly id: string;
      readonly name: string;
      readonly arguments: string;
      readonly signature: string | undefined;
    }
  | { readonly kind: 'result'; readonly id: string; readonly name: string; readonly text: string };

/** A message in parts. Blank text is omitted, because vendors refuse it. */
export interface MessageInParts {
  readonly role: CompletionMessage['role'];
  readonly parts: readonly Part[];
}

export const textPart = (text: string): Part => ({ kind: 'text', text });
const textParts = (text: string): readonly Part[] => (text.trim() === '' ? [] : [textPart(text)]);

/** Puts images first, because models understand text after images better. */
const partsOfMessage = ({ content, images = [] }: CompletionMessage): readonly Part[] => [
  ...images.map((image): Part => ({ kind: 'image', image })),
  ...textParts(content),
];

function partsOfContent(part: ProgramPart): readonly Part[] {
  if (part.type === 'text') return textParts(part.text);
  const { url, detail } = part.image_url;
  const image = readDataUrl(url);
  const settings = detail === undefined ? {} : { detail };
  return [image ? { kind: 'image', image, ...settings } : { kind: 'image-address', url, ...settings }];
}

const callPart = ({ id, function: called, extra_content }: ToolCall): Part => ({
  kind: 'call',
  id,
  name: called.name,
  arguments: called.arguments,
  signature: extra_content?.google?.thought_signature,
});

function partsOfProgram(message: ProgramMessage, names: ReadonlyMap<string, string>): readonly Part[] {
  if (message.role === 'tool') {
    const id = message.tool_call_id ?? '';
    return [{ kind: 'result', id, name: names.get(id) ?? id, text: textOf(message) }];
  }
  const { content } = message;
  const parts = typeof content === 'string' ? textParts(content) : (content ?? []).flatMap(partsOfContent);
  return [...parts, ...(message.tool_calls ?? []).map(callPart)];
}

/** Returns the messages of a request from the app or a program. */
export function messagesInParts(request: Pick<Prompt, 'messages' | 'passed'>): readonly MessageInParts[] {
  const { messages } = programFields(request.passed);
  if (!messages)
    return request.messages.map((message) => ({ role: message.role, parts: partsOfMessage(message) }));
  // A call's result has only the call's id, but Gemini needs the function's name.
  const calls = messages.flatMap(({ tool_calls }) => tool_calls ?? []);
  const names = new Map(calls.map(({ id, function: { name } }) => [id, name]));
  return messages.map((message) => ({
    role: roleOf(message),
    parts: partsOfProgram(message, names),
  }));
}

/** Parses the arguments of a call, for dialects that need an object. Throws `bad_request` if they are not an object. */
export function argumentsOf(call: Extract<Part, { kind: 'call' }>): Readonly<Record<string, unknown>> {
  const value = call.arguments.trim() === '' ? {} : tryParseJson(call.arguments);
  if (isRecord(value) && !Array.isArray(value)) return value;
  throw new CompletionError(
    'bad_request',
    `Bad request (400): messages: the arguments of the tool call ${call.id} are not a JSON object`,
    400,
  );
}
