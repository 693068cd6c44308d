export interface TextSource {
  /** Returns the next piece, or undefined at the end. Call again only after it has settled. */
  readonly next: () => Promise<string | undefined>;
  /** Called when the reader stops. */
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
 * A response whose body arrives as text in pieces. A host that can write text reads `source` directly, which is cheaper
 * than a web stream. Read only one of the two.
 */
export class TextReply extends Response {
  readonly source: TextSource;
  constructor(source: TextSource, init: ResponseInit) {
    super(toBody(source), init);
    this.source = source;
  }
}
