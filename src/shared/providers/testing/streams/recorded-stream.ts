import type { FinishReason } from '../../../completion/completion.ts';
import type { CompletionError } from '../../../completion/error.ts';

/** The expected result at the end of a stream, for any cut of its bytes. */
export interface StreamEnd {
  readonly text: string;
  readonly reasoning?: string;
  readonly finishReason?: FinishReason;
  /** Tokens of the prompt and of the reply, if the vendor reports them. */
  readonly usage?: readonly [prompt: number, completion: number];
  readonly error?: CompletionError;
}

/** A response of a vendor with status 200, in the format of its public reference. */
export interface RecordedStream {
  readonly name: string;
  readonly contentType: string;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly end: StreamEnd;
}

const encoder = new TextEncoder();

export const recordStream = (
  name: string,
  body: string | Uint8Array<ArrayBuffer>,
  end: StreamEnd,
  contentType = 'text/event-stream',
): RecordedStream => ({
  name,
  contentType,
  body: typeof body === 'string' ? encoder.encode(body) : body,
  end,
});

/** Writes an event of the stream in the dialect's framing. */
export type Frame = (value: unknown) => string;

export const dataFrame: Frame = (value) => `data: ${JSON.stringify(value)}\n\n`;

/** The event is named by the type of its data. */
export const namedFrame: Frame = (value) =>
  `event: ${(value as { readonly type: string }).type}\n${dataFrame(value)}`;
