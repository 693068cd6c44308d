import type { CompletionMessage, PassedFields } from '../completion/completion.ts';
import type { ToolCall } from './tool-calls.ts';

// Fields of a program's request in OpenAI's format that the other dialects translate. The gateway has validated them.

export type ProgramPart =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'image_url';
      readonly image_url: { readonly url: string; readonly detail?: string | undefined };
    };

export interface ProgramMessage {
  readonly role: 'system' | 'developer' | 'user' | 'assistant' | 'tool';
  readonly content?: string | readonly ProgramPart[] | null | undefined;
  readonly tool_calls?: readonly ToolCall[] | null | undefined;
  readonly tool_call_id?: string | undefined;
}

const roles = {
  system: 'system',
  developer: 'system',
  user: 'user',
  assistant: 'assistant',
  tool: 'user',
} as const satisfies Record<ProgramMessage['role'], CompletionMessage['role']>;

export const roleOf = ({ role }: ProgramMessage): CompletionMessage['role'] => roles[role];

export const textOf = ({ content }: ProgramMessage): string =>
  typeof content === 'string'
    ? content
    : (content ?? []).map((part) => (part.type === 'text' ? part.text : '')).join('');

export interface Tool {
  readonly function: {
    readonly name: string;
    readonly description?: string | undefined;
    readonly parameters?: Readonly<Record<string, unknown>> | undefined;
    readonly strict?: boolean | null | undefined;
  };
}

export type ToolChoice = 'none' | 'auto' | 'required' | { readonly function: { readonly name: string } };

export interface ProgramFields {
  readonly messages?: readonly ProgramMessage[];
  readonly tools?: readonly Tool[];
  readonly tool_choice?: ToolChoice;
  readonly parallel_tool_calls?: boolean;
  readonly stop?: string | readonly string[];
  readonly seed?: number;
}

export const programFields = (passed: PassedFields | undefined): ProgramFields => passed ?? {};

/** Returns the schema of a tool's arguments. */
export const parametersOf = ({ function: { parameters } }: Tool): Readonly<Record<string, unknown>> =>
  parameters ?? { type: 'object', properties: {} };
