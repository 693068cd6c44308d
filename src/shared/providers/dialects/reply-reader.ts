import type {
  CompletionFailure,
  CompletionUsage,
  FinishReason,
  ToolCallPiece,
} from '../../completion/completion.ts';

/** What one event, or a whole reply, contains: the same for all dialects. */
export interface ReplyPart {
  readonly text: string;
  /** What the model thinks before it answers. */
  readonly reasoning: string;
  readonly toolCalls?: readonly ToolCallPiece[] | undefined;
  readonly finishReason?: FinishReason | undefined;
  /** Replaces earlier usage: some vendors repeat it. */
  readonly usage?: CompletionUsage | undefined;
  /** The model that the vendor names. */
  readonly model?: string | undefined;
  /** Why the vendor failed, in its own form, if it says so inside the reply. */
  readonly fault?: unknown;
  /** Whether nothing follows. */
  readonly isLast?: boolean;
  /** The stored row of a reply, and why it is incomplete: from our own gateway only. */
  readonly stored?: unknown;
  readonly failure?: CompletionFailure;
}

/** Reads one reply in a dialect. Throws `invalid_format` for what is not a part of a reply. */
export interface ReplyReader {
  /** The JSON of a reply that arrives whole. */
  readonly readWhole: (value: unknown) => ReplyPart;
  /** The JSON of one event. */
  readonly readEvent: (value: unknown) => ReplyPart;
  /** What is still held back at the end of the stream. */
  readonly end: () => Pick<ReplyPart, 'text' | 'reasoning'>;
}
