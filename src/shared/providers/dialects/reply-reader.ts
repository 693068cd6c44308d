import type {
  CompletionFailure,
  CompletionUsage,
  FinishReason,
  ToolCallPiece,
} from '../../completion/completion.ts';

/** The content of one event or of a whole reply, the same for all dialects. */
export interface ReplyPart {
  readonly text: string;
  /** The model's thoughts before it answers. */
  readonly reasoning: string;
  readonly toolCalls?: readonly ToolCallPiece[] | undefined;
  readonly finishReason?: FinishReason | undefined;
  /** Replaces earlier usage, because some vendors repeat it. */
  readonly usage?: CompletionUsage | undefined;
  readonly model?: string | undefined;
  /** The vendor's error in its format, if the reply contains one. */
  readonly fault?: unknown;
  /** Whether the reply ends with this part. */
  readonly isLast?: boolean;
  /** The stored row of a reply, and why it is incomplete. Only from our gateway. */
  readonly stored?: unknown;
  readonly failure?: CompletionFailure;
}

/** Reads one reply in a dialect. Throws `invalid_format` for anything else. */
export interface ReplyReader {
  readonly readWhole: (value: unknown) => ReplyPart;
  readonly readEvent: (value: unknown) => ReplyPart;
  /** Returns the text that is still buffered at the end of the stream. */
  readonly end: () => Pick<ReplyPart, 'text' | 'reasoning'>;
}
