import type { ServerResponse } from 'node:http';
import { when, type Behaviour } from './faults.ts';
import { sendJson } from './openai-style.ts';
import { replyTo } from './reply.ts';

/** Answers as the third provider does: key in the body, whole only, `output` beside a status. */
export function answerModelslab(
  response: ServerResponse,
  body: Readonly<Record<string, unknown>>,
  behaviour: Behaviour | undefined,
): void {
  const contentType = when(behaviour, 'content-type')?.value;
  if (behaviour?.kind === 'malformed-json') sendJson(response, 200, '{"status": ');
  else if (behaviour?.kind === 'wrong-shape') sendJson(response, 200, { status: 'processing', eta: 20 });
  else if (typeof body['key'] !== 'string' || body['key'] === '')
    sendJson(response, 200, { status: 'error', message: 'Invalid api_key' });
  else sendJson(response, 200, { status: 'success', output: replyTo(body, behaviour).text }, contentType);
}
