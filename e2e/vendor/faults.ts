/** A vendor's behavior in a test: a failure, or a reply at a certain pace. */
export type Behavior =
  /** Replies with this text; by default with the user's last message. */
  | {
      readonly kind: 'reply';
      readonly text: string;
      readonly finishReason?: string;
      /** Thinks first, in `reasoning_content`. */
      readonly reasoning?: string;
    }
  /**
   * Waits before the first byte and between the pieces (in milliseconds). A streamed reply ends when `end`
   * resolves.
   */
  | {
      readonly kind: 'pace';
      readonly first?: number;
      readonly between?: number;
      readonly text?: string;
      readonly reasoning?: string;
      readonly end?: Promise<void>;
    }
  /** Refuses with a status and a body. Text is sent unchanged, anything else as JSON. */
  | { readonly kind: 'status'; readonly status: number; readonly body?: unknown }
  /** Responds with a proxy's error page. */
  | { readonly kind: 'html'; readonly status: number }
  | { readonly kind: 'malformed-json' }
  /** Responds with valid JSON that is not a reply. */
  | { readonly kind: 'wrong-shape' }
  | { readonly kind: 'empty' }
  /** Responds with JSON although a stream was requested. */
  | { readonly kind: 'whole' }
  /** Replies as usual, but with another Content-Type. */
  | { readonly kind: 'content-type'; readonly value: string }
  /** Drops the connection after `after` pieces, or in the middle of a complete reply. */
  | { readonly kind: 'cut'; readonly after: number }
  /** Ends the response after `after` pieces or in the middle of a complete reply, without a reason or `[DONE]`. */
  | { readonly kind: 'end-early'; readonly after: number }
  /** Sends `after` pieces or half of a complete reply, then nothing, but keeps the connection open. */
  | { readonly kind: 'stall'; readonly after: number }
  /** Sends an error as an event after `after` pieces, or as the complete reply. */
  | { readonly kind: 'error-event'; readonly after: number; readonly error: unknown }
  /** Sends only comments, one every `between` milliseconds; in a complete reply, spaces. */
  | { readonly kind: 'comments'; readonly between: number }
  /** Sends one event, or one complete reply, of `bytes` bytes. */
  | { readonly kind: 'huge-event'; readonly bytes: number }
  /** Accepts the request and never responds. */
  | { readonly kind: 'black-hole' }
  /** Closes the connection before or after the response headers. */
  | { readonly kind: 'reset'; readonly behind: 'request' | 'headers' }
  /** Responds in another protocol. */
  | { readonly kind: 'no-http' }
  /** Sends exactly these bytes. `ending` is how the connection ends, normally by default. */
  | {
      readonly kind: 'raw';
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body: string | Uint8Array;
      readonly ending?: 'close' | 'hold';
    }
  | { readonly kind: 'redirect'; readonly location: string };

/** Returns the behavior if it is of this kind: `behaviorOfKind(behavior, 'cut')?.after`. */
export function behaviorOfKind<Kind extends Behavior['kind']>(
  behavior: Behavior | undefined,
  kind: Kind,
): Extract<Behavior, { kind: Kind }> | undefined {
  return behavior?.kind === kind ? (behavior as Extract<Behavior, { kind: Kind }>) : undefined;
}
