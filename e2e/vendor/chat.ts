import { setTimeout as pause } from 'node:timers/promises';
import { dropConnection, sendJson, sendWhole, type Exchange } from './exchange.ts';
import { behaviorOfKind, type Behavior } from './faults.ts';
import { piecesOf, replyTo, type Reply } from './reply.ts';

type Body = Exchange['body'];

/** A fixed time, so that replies to the same request are identical. */
export const createdAt = 1_760_000_000;

/** How a dialect formats a reply. */
export interface ChatStyle {
  readonly isStreaming: (exchange: Exchange) => boolean;
  readonly whole: (body: Body, reply: Reply) => unknown;
  /** Creates an error with status 200. */
  readonly wholeError: (error: unknown) => unknown;
  /** Valid JSON that is not a reply. */
  readonly wrongShape: unknown;
  /** Creates the events of one streamed reply. */
  readonly stream: (body: Body) => {
    readonly frame: (event: unknown) => string;
    readonly begin: readonly unknown[];
    readonly thought: (text: string) => unknown;
    readonly piece: (text: string, index: number) => unknown;
    readonly end: (reply: Reply) => readonly unknown[];
    readonly error: (error: unknown) => unknown;
    readonly wrongShape: unknown;
    /** The data after the last event. */
    readonly last?: string;
  };
}

function piecesBefore(behavior: Behavior | undefined): number {
  if (!behavior || !('after' in behavior)) return Infinity;
  return behavior.after;
}

async function sendStream(style: ChatStyle, { response, body, behavior, signal }: Exchange, reply: Reply) {
  const { frame, begin, thought, piece, end, error, wrongShape, last = '' } = style.stream(body);
  const send = (event: unknown) => response.write(frame(event));
  const between = behaviorOfKind(behavior, 'pace')?.between ?? 0;

  response.writeHead(200, {
    'content-type': behaviorOfKind(behavior, 'content-type')?.value ?? 'text/event-stream',
  });
  response.flushHeaders();
  const comments = behaviorOfKind(behavior, 'comments');
  while (comments && !signal.aborted) {
    response.write(': still thinking\n\n');
    await pause(comments.between, undefined, { signal });
  }
  for (const event of begin) send(event);
  const huge = behaviorOfKind(behavior, 'huge-event');
  if (huge) send(piece('x'.repeat(huge.bytes), 0));
  if (behavior?.kind === 'malformed-json') response.write('data: {"choices": [{"delta"\n\n');
  if (behavior?.kind === 'wrong-shape') send(wrongShape);

  for (const text of piecesOf(reply.reasoning)) {
    if (between > 0) await pause(between, undefined, { signal });
    send(thought(text));
  }
  const limit = piecesBefore(behavior);
  for (const [index, text] of piecesOf(reply.text).entries()) {
    if (index === limit) break;
    if (between > 0) await pause(between, undefined, { signal });
    send(piece(text, index));
  }
  const paused = behaviorOfKind(behavior, 'pace')?.end;
  if (paused) await Promise.race([paused, new Promise((leave) => signal.addEventListener('abort', leave))]);
  if (behavior?.kind === 'stall') return;
  if (behavior?.kind === 'cut') {
    await dropConnection(response);
    return;
  }
  const scripted = behaviorOfKind(behavior, 'error-event')?.error;
  if (scripted !== undefined) send(error(scripted));
  if (limit === Infinity) response.end(end(reply).map(frame).join('') + last);
  else response.end();
}

/** Responds to a completion request in a dialect, streamed or not. */
export async function answerChat(style: ChatStyle, exchange: Exchange): Promise<void> {
  const { response, body, behavior, signal } = exchange;
  const first = behaviorOfKind(behavior, 'pace')?.first ?? 0;
  if (first > 0) await pause(first, undefined, { signal });
  const huge = behaviorOfKind(behavior, 'huge-event');
  const reply = replyTo(body, behavior);
  const error = behaviorOfKind(behavior, 'error-event')?.error;
  if (style.isStreaming(exchange) && behavior?.kind !== 'whole') await sendStream(style, exchange, reply);
  else if (behavior?.kind === 'malformed-json') sendJson(response, 200, '{"choices": [');
  else if (behavior?.kind === 'wrong-shape') sendJson(response, 200, style.wrongShape);
  else if (error !== undefined) sendJson(response, 200, style.wholeError(error));
  else
    await sendWhole(exchange, style.whole(body, huge ? { ...reply, text: 'x'.repeat(huge.bytes) } : reply));
}
