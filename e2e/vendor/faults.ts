/** A scripted behavior of a vendor: a fault, or how fast it replies. */
export type Behavior =
  /** Replies with this text; by default with the user's last message. */
  | {
      readonly kind: 'reply';
      readonly text: string;
      readonly finishReason?: string;
      /** Thinks first, in `reasoning_content`. */
      readonly reasoning?: string;
    }
  /** Waits before the first byte and between the pieces (ms); a streamed reply ends when `end` resolves. */
  | {
      readonly kind: 'pace';
      readonly first?: number;
      readonly between?: number;
      readonly text?: string;
      readonly reasoning?: string;
      readonly end?: Promise<void>;
    }
  /** Refuses with a status and a body: text unchanged, anything else as JSON. */
  | { readonly kind: 'status'; readonly status: number; readonly body?: unknown }
  /** A proxy's error page. */
  | { readonly kind: 'html'; readonly status: number }
  | { readonly kind: 'malformed-json' }
  /** Valid JSON that isn't a reply. */
  | { readonly kind: 'wrong-shape' }
  /** A reply without text. */
  | { readonly kind: 'empty' }
  /** Responds with JSON although a stream was requested. */
  | { readonly kind: 'whole' }
  /** The same bytes with another Content-Type. */
  | { readonly kind: 'content-type'; readonly value: string }
  /** Drops the connection after so many pieces; a complete reply after its first half. */
  | { readonly kind: 'cut'; readonly after: number }
  /** Ends the response after so many pieces, without a reason or `[DONE]`; a complete reply after its first half. */
  | { readonly kind: 'end-early'; readonly after: number }
  /** Sends so many pieces, or half of a complete reply, then nothing, with the connection open. */
  | { readonly kind: 'stall'; readonly after: number }
  /** Sends an error as an event after so many pieces, or as the complete reply. */
  | { readonly kind: 'error-event'; readonly after: number; readonly error: unknown }
  /** Sends comments forever, every so many milliseconds, and no data; in a complete reply spaces. */
  | { readonly kind: 'comments'; readonly between: number }
  /** One event, or one complete reply, of so many bytes. */
  | { readonly kind: 'huge-event'; readonly bytes: number }
  /** Accepts the request and never responds. */
  | { readonly kind: 'black-hole' }
  /** Closes the connection before or after the response headers. */
  | { readonly kind: 'reset'; readonly behind: 'request' | 'headers' }
  /** Responds in another protocol. */
  | { readonly kind: 'no-http' }
  /** Exactly these bytes. `ending`: how the connection ends, by default normally. */
  | {
      readonly kind: 'raw';
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body: string | Uint8Array;
      readonly ending?: 'close' | 'hold';
    }
  /** Redirects the request. */
  | { readonly kind: 'redirect'; readonly location: string };

/** The behavior of one kind, or undefined: `behaviorOfKind(behavior, 'cut')?.after`. */
export function behaviorOfKind<Kind extends Behavior['kind']>(
  behavior: Behavior | undefined,
  kind: Kind,
): Extract<Behavior, { kind: Kind }> | undefined {
  return behavior?.kind === kind ? (behavior as Extract<Behavior, { kind: Kind }>) : undefined;
}
