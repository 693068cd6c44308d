import type { CompletionMessage, Effort, ModelLimits, PassedFields } from '../../completion/completion.ts';
import type { CompletionError } from '../../completion/error.ts';
import type { OfferedModel } from '../listed-model.ts';
import type { PassedName } from '../passed-fields.ts';
import type { Access } from '../prepare-call.ts';
import type { ReplyReader } from './reply-reader.ts';

/** A request to a model, before it is written in a dialect. */
export interface Prompt {
  readonly model: string;
  readonly messages: readonly CompletionMessage[];
  readonly temperature: number | undefined;
  readonly topP?: number | undefined;
  readonly maxTokens: number | undefined;
  readonly effort?: Effort | undefined;
  readonly facts?: ModelLimits | undefined;
  /** Only fields that the protocol passes. */
  readonly passed?: PassedFields | undefined;
  readonly isStreaming: boolean;
  /** Whether it is the greeting of a connection test. */
  readonly isTest: boolean;
}

/** A dialect: what is sent to its vendors, and how their responses are read. */
export interface Protocol {
  readonly access: Access;
  /** Which of a program's fields it can express. */
  readonly passes: readonly PassedName[];
  /** The address and the body of a completion. */
  readonly write: (
    endpoint: string,
    prompt: Prompt,
  ) => { readonly url: string; readonly body: Readonly<Record<string, unknown>> };
  readonly createReader: () => ReplyReader;
  /** Whether JSON is a whole reply, perhaps without text. */
  readonly isReply: (value: Readonly<Record<string, unknown>>) => boolean;
  /** The error for a reply without any text. */
  readonly empty: () => CompletionError;
  /** The address of embeddings; null if it has none in OpenAI's form. */
  readonly embeddings: ((endpoint: string) => string) | null;
  readonly models: {
    readonly address: (endpoint: string) => string;
    readonly entriesOf: (value: unknown) => unknown;
    readonly read: (entry: unknown) => OfferedModel | null;
  };
}
