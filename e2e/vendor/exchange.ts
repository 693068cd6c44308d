import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { behaviorOfKind, type Behavior } from './faults.ts';

export interface Exchange {
  readonly response: ServerResponse;
  /** The path with its query. */
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly behavior: Behavior | undefined;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
}

/** Milliseconds for sending written data before closing the connection. */
const sendDelay = 20;

export function sendJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  contentType = 'application/json',
) {
  response.writeHead(status, { 'content-type': contentType });
  response.end(typeof value === 'string' ? value : JSON.stringify(value));
}

/** Closes the connection abruptly after sending the data that was written so far. */
export async function dropConnection(response: ServerResponse): Promise<void> {
  await pause(sendDelay);
  response.socket?.resetAndDestroy();
}

/** Sends a reply as one JSON document, or only half of it if the behavior cuts, ends or stalls the reply. */
export async function sendWhole({ response, behavior, signal }: Exchange, value: unknown): Promise<void> {
  const text = JSON.stringify(value);
  const contentType = behaviorOfKind(behavior, 'content-type')?.value ?? 'application/json';
  const dribble = behaviorOfKind(behavior, 'comments');
  const isHalf = behavior && ['cut', 'end-early', 'stall'].includes(behavior.kind);
  if (!isHalf && !dribble) return sendJson(response, 200, text, contentType);

  response.writeHead(200, { 'content-type': contentType });
  response.flushHeaders();
  while (dribble && !signal.aborted) {
    response.write(' ');
    await pause(dribble.between, undefined, { signal });
  }
  response.write(text.slice(0, text.length / 2));
  if (behavior?.kind === 'cut') await dropConnection(response);
  if (behavior?.kind === 'end-early') response.end();
}
