/** A text that comes in pieces, each at its own time. */
export interface TextSource {
  /** The next piece, or undefined at the end. Asked again only after its answer. */
  readonly next: () => Promise<string | undefined>;
  /** Nobody reads any further. */
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
 * A reply that is such a text. Its body is read like any other; a host that can write text takes `source` instead, which
 * spares each piece the way through a web stream. One of the two is read, never both.
 */
export class TextReply extends Response {
  readonly source: TextSource;
  constructor(source: TextSource, init: ResponseInit) {
    super(toBody(source), init);
    this.source = source;
  }
}
