/** What a scripted vendor does instead of a plain reply, or how it paces that reply. */
export type Behaviour =
  /** Answers with this text; the default echoes the last message of the user. */
  | { readonly kind: 'reply'; readonly text: string; readonly finishReason?: string }
  /** Waits before the first byte and between the pieces, in milliseconds. */
  | { readonly kind: 'pace'; readonly first?: number; readonly between?: number; readonly text?: string }
  /** Refuses with a status and a body: text as it is, anything else as JSON. */
  | { readonly kind: 'status'; readonly status: number; readonly body?: unknown }
  /** A proxy's error page. */
  | { readonly kind: 'html'; readonly status: number }
  | { readonly kind: 'malformed-json' }
  /** Valid JSON that is no reply. */
  | { readonly kind: 'wrong-shape' }
  /** A reply without text. */
  | { readonly kind: 'empty' }
  /** Answers JSON although a stream was asked for. */
  | { readonly kind: 'whole' }
  /** Another Content-Type over the same bytes. */
  | { readonly kind: 'content-type'; readonly value: string }
  /** Drops the connection after so many pieces. */
  | { readonly kind: 'cut'; readonly after: number }
  /** Ends politely after so many pieces, without a reason and without `[DONE]`. */
  | { readonly kind: 'end-early'; readonly after: number }
  /** Sends so many pieces, then nothing, with the connection open. */
  | { readonly kind: 'stall'; readonly after: number }
  /** Sends an error as an event after so many pieces. */
  | { readonly kind: 'error-event'; readonly after: number; readonly error: unknown }
  /** Sends comments for ever, every so many milliseconds, and no data. */
  | { readonly kind: 'comments'; readonly between: number }
  /** One event of so many bytes. */
  | { readonly kind: 'huge-event'; readonly bytes: number }
  /** Takes the request and never answers. */
  | { readonly kind: 'black-hole' }
  /** Sends the request elsewhere. */
  | { readonly kind: 'redirect'; readonly location: string };

/** The behaviour of one kind, or undefined: `when(behaviour, 'cut')?.after`. */
export function when<Kind extends Behaviour['kind']>(
  behaviour: Behaviour | undefined,
  kind: Kind,
): Extract<Behaviour, { kind: Kind }> | undefined {
  return behaviour?.kind === kind ? (behaviour as Extract<Behaviour, { kind: Kind }>) : undefined;
}
