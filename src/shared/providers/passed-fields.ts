import { CompletionError } from '../completion/error.ts';
import { hasImages, type CompletionRequest } from '../completion/completion.ts';

/** The fields of OpenAI's request that a program's request may contain besides texts. */
export const passedNames = [
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
export type PassedName = (typeof passedNames)[number];

/** What a client's protocol can express besides texts. */
export interface Expressible {
  /** Which of a program's fields. */
  readonly passes: readonly PassedName[];
  /** Whether messages can contain pictures. */
  readonly takesImages: boolean;
}

/** Throws `bad_request` for what the vendor's dialect cannot express: without it the reply would be another one. */
export function requireExpressible(
  { passed, messages }: Pick<CompletionRequest, 'passed' | 'messages'>,
  { passes, takesImages }: Expressible,
  displayName: string,
): void {
  const refuse = (name: string, what: string) =>
    new CompletionError(
      'bad_request',
      `Bad request (400): ${name}: ${what} not supported for models of ${displayName}`,
      400,
    );
  if (!takesImages && messages.some(hasImages)) throw refuse('messages', 'images are');
  const name = passedNames.find((each) => passed?.[each] !== undefined && !passes.includes(each));
  if (name === undefined) return;
  throw refuse(name, name === 'messages' ? 'images and tool calls are' : 'this field is');
}
