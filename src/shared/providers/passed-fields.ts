import { CompletionError } from '../completion/error.ts';
import type { PassedFields } from '../completion/completion.ts';

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

/** Throws `bad_request` for a field that the vendor's dialect cannot express: without it the reply would be another one. */
export function requirePassable(
  passed: PassedFields | undefined,
  passes: readonly PassedName[],
  displayName: string,
): void {
  const name = passedNames.find((each) => passed?.[each] !== undefined && !passes.includes(each));
  if (name === undefined) return;
  const what = name === 'messages' ? 'images and tool calls are' : 'this field is';
  throw new CompletionError(
    'bad_request',
    `Bad request (400): ${name}: ${what} not supported for models of ${displayName}`,
    400,
  );
}
