import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { when, type Behaviour } from './faults.ts';

/** One request that is to be answered. */
export interface Exchange {
  readonly response: ServerResponse;
  readonly body: Readonly<Record<string, unknown>>;
  readonly behaviour: Behaviour | undefined;
  /** Aborts when the client leaves. */
  readonly signal: AbortSignal;
}

/** Milliseconds in which what was written is on its way, before the connection breaks. */
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

/** Breaks the connection behind what was written. */
export async function breakOff(response: ServerResponse): Promise<void> {
  await pause(sendDelay);
  response.socket?.resetAndDestroy();
}

/** Sends a whole reply as JSON, or the first half of it where the script has it broken, ended or held there. */
export async function sendWhole({ response, behaviour, signal }: Exchange, value: unknown): Promise<void> {
  const text = JSON.stringify(value);
  const contentType = when(behaviour, 'content-type')?.value ?? 'application/json';
  const dribble = when(behaviour, 'comments');
  const isHalf = behaviour && ['cut', 'end-early', 'stall'].includes(behaviour.kind);
  if (!isHalf && !dribble) return sendJson(response, 200, text, contentType);

  response.writeHead(200, { 'content-type': contentType });
  response.flushHeaders();
  while (dribble && !signal.aborted) {
    response.write(' ');
    await pause(dribble.between, undefined, { signal });
  }
  response.write(text.slice(0, text.length / 2));
  if (behaviour?.kind === 'cut') await breakOff(response);
  if (behaviour?.kind === 'end-early') response.end();
}
