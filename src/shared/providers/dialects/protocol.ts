import type { CompletionMessage, Effort, ModelLimits, PassedFields } from '../../completion/completion.ts';
import type { CompletionError } from '../../completion/error.ts';
import type { OfferedModel } from '../listed-model.ts';
import type { PassedName } from '../passed-fields.ts';
import type { Access } from '../prepare-call.ts';
import type { ReplyReader } from './reply-reader.ts';

/** A request for a completion, before a dialect formats it. */
export interface Prompt {
  readonly model: string;
  readonly messages: readonly CompletionMessage[];
  readonly temperature: number | undefined;
  readonly topP?: number | undefined;
  readonly maxTokens: number | undefined;
  readonly effort?: Effort | undefined;
  readonly facts?: ModelLimits | undefined;
  /** Contains only fields that the protocol can express. */
  readonly passed?: PassedFields | undefined;
  readonly isStreaming: boolean;
  readonly isTest: boolean;
}

/** How a dialect writes requests and reads responses. */
export interface Protocol {
  readonly access: Access;
  /** The fields of a program's request that the dialect can express. */
  readonly passes: readonly PassedName[];
  /** Builds the URL and the body of a completion request. */
  readonly write: (
    endpoint: string,
    prompt: Prompt,
  ) => { readonly url: string; readonly body: Readonly<Record<string, unknown>> };
  readonly createReader: () => ReplyReader;
  /** Returns whether this JSON is a whole reply, even one without text. */
  readonly isReply: (value: Readonly<Record<string, unknown>>) => boolean;
  /** Creates the error for a reply without any text. */
  readonly empty: () => CompletionError;
  /** Returns the URL of embeddings. Null if the vendor has none in OpenAI's format. */
  readonly embeddings: ((endpoint: string) => string) | null;
  /** Returns the URL of transcriptions. Null if there are none in OpenAI's format. */
  readonly transcriptions: ((endpoint: string) => string) | null;
  readonly models: {
    readonly address: (endpoint: string) => string;
    readonly entriesOf: (value: unknown) => unknown;
    readonly read: (entry: unknown) => OfferedModel | null;
  };
}
