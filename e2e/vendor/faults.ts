/** What a scripted vendor does instead of a plain reply, or how it paces that reply. */
export type Behaviour =
  /** Answers with this text; the default echoes the last message of the user. */
  | { readonly kind: 'reply'; readonly text: string; readonly finishReason?: string }
  /** Waits before the first byte and between the pieces, in milliseconds; a streamed reply ends when `end` has come. */
  | {
      readonly kind: 'pace';
      readonly first?: number;
      readonly between?: number;
      readonly text?: string;
      readonly end?: Promise<void>;
    }
  /** Refuses with a status and a body: text as it is, anything else as JSON. */
  | { readonly kind: 'status'; readonly status: number; readonly body?: unknown }
  /** A proxy's error page. */
  | { readonly kind: 'html'; readonly status: number }
  | { readonly kind: 'malformed-json' }
  /** Valid JSON that is no reply. */
  | { readonly kind: 'wrong-shape' }
  /** A reply without text. */
  | { readonly kind: 'empty' }
  /** Responds with JSON although a stream was requested. */
  | { readonly kind: 'whole' }
  /** Another Content-Type over the same bytes. */
  | { readonly kind: 'content-type'; readonly value: string }
  /** Drops the connection after so many pieces; of a whole reply, after its first half. */
  | { readonly kind: 'cut'; readonly after: number }
  /** Ends politely after so many pieces, without a reason and without `[DONE]`; a whole reply after its first half. */
  | { readonly kind: 'end-early'; readonly after: number }
  /** Sends so many pieces, or half of a whole reply, then nothing, with the connection open. */
  | { readonly kind: 'stall'; readonly after: number }
  /** Sends an error as an event after so many pieces, or as the whole reply. */
  | { readonly kind: 'error-event'; readonly after: number; readonly error: unknown }
  /** Sends comments for ever, every so many milliseconds, and no data; in a whole reply spaces. */
  | { readonly kind: 'comments'; readonly between: number }
  /** One event, or one whole reply, of so many bytes. */
  | { readonly kind: 'huge-event'; readonly bytes: number }
  /** Takes the request and never answers. */
  | { readonly kind: 'black-hole' }
  /** Breaks the connection, before or after the headers of the answer. */
  | { readonly kind: 'reset'; readonly behind: 'request' | 'headers' }
  /** Answers in another protocol. */
  | { readonly kind: 'no-http' }
  /** These bytes and no others. `ending` says what becomes of the connection: by default it ends as it should. */
  | {
      readonly kind: 'raw';
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body: string | Uint8Array;
      readonly ending?: 'close' | 'hold';
    }
  /** Sends the request elsewhere. */
  | { readonly kind: 'redirect'; readonly location: string };

/** The behaviour of one kind, or undefined: `when(behaviour, 'cut')?.after`. */
export function when<Kind extends Behaviour['kind']>(
  behaviour: Behaviour | undefined,
  kind: Kind,
): Extract<Behaviour, { kind: Kind }> | undefined {
  return behaviour?.kind === kind ? (behaviour as Extract<Behaviour, { kind: Kind }>) : undefined;
}
