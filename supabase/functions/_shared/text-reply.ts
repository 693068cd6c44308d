/** A text that arrives in pieces. */
export interface TextSource {
  /** The next piece, or undefined at the end. Not called again before it has resolved. */
  readonly next: () => Promise<string | undefined>;
  /** The reader has stopped. */
  readonly stop: () => Promise<void>;
}

function toBody({ next, stop }: TextSource): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const piece = await next();
    if (piece === undefined) controller.close();
    else controller.enqueue(encoder.encode(piece));
  };
  return new ReadableStream({ pull, cancel: stop }, { highWaterMark: 0 });
}

/**
 * A response with such a text as its body. A host that can write text reads `source` instead, which is cheaper than a
 * web stream. Only one of the two may be read.
 */
export class TextReply extends Response {
  readonly source: TextSource;
  constructor(source: TextSource, init: ResponseInit) {
    super(toBody(source), init);
    this.source = source;
  }
}
