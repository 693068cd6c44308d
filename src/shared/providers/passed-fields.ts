import { CompletionError } from '../completion/error.ts';
import { hasImages, type CompletionRequest } from '../completion/completion.ts';

/** The fields of a program's request besides plain text, in OpenAI's format. */
export const passedFieldNames = [
  'messages',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'response_format',
  'seed',
  'stop',
  'presence_penalty',
  'frequency_penalty',
] as const;
export type PassedName = (typeof passedFieldNames)[number];

/** The abilities of a client's protocol besides plain text. */
export interface ProtocolAbilities {
  /** The supported fields of a program's request. */
  readonly passes: readonly PassedName[];
  /** Whether messages can contain images. */
  readonly takesImages: boolean;
}

/**
 * Throws `bad_request` for a field that the vendor's dialect cannot express, because ignoring it would change the
 * reply.
 */
export function requireExpressible(
  { passed, messages }: Pick<CompletionRequest, 'passed' | 'messages'>,
  { passes, takesImages }: ProtocolAbilities,
  displayName: string,
): void {
  const refuse = (name: string, what: string) =>
    new CompletionError(
      'bad_request',
      `Bad request (400): ${name}: ${what} not supported for models of ${displayName}`,
      400,
    );
  if (!takesImages && messages.some(hasImages)) throw refuse('messages', 'images are');
  const name = passedFieldNames.find((each) => passed?.[each] !== undefined && !passes.includes(each));
  if (name === undefined) return;
  throw refuse(name, name === 'messages' ? 'images and tool calls are' : 'this field is');
}
