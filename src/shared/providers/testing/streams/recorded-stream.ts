import type { FinishReason } from '../../../completion/completion.ts';
import type { CompletionError } from '../../../completion/error.ts';

/** The expected result of reading a stream, however its bytes are split. */
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

export type EventFormatter = (value: unknown) => string;

export const formatDataEvent: EventFormatter = (value) => `data: ${JSON.stringify(value)}\n\n`;

/** The type of the data is also the name of the event. */
export const formatNamedEvent: EventFormatter = (value) =>
  `event: ${(value as { readonly type: string }).type}\n${formatDataEvent(value)}`;
