import { setTimeout as pause } from 'node:timers/promises';
import { sendJson, sendWhole, type Exchange } from './exchange.ts';
import { when } from './faults.ts';
import { replyTo } from './reply.ts';

/** Responds like ModelsLab: key in the body, no streaming, `output` next to a status. */
export async function answerModelslab(exchange: Exchange): Promise<void> {
  const { response, body, behaviour, signal } = exchange;
  const first = when(behaviour, 'pace')?.first ?? 0;
  if (first > 0) await pause(first, undefined, { signal });
  const refused = when(behaviour, 'error-event')?.error;
  const huge = when(behaviour, 'huge-event');
  if (behaviour?.kind === 'malformed-json') sendJson(response, 200, '{"status": ');
  else if (behaviour?.kind === 'wrong-shape') sendJson(response, 200, { status: 'processing', eta: 20 });
  else if (refused !== undefined) sendJson(response, 200, { status: 'error', ...(refused as object) });
  else if (typeof body['key'] !== 'string' || body['key'] === '')
    sendJson(response, 200, { status: 'error', message: 'Invalid api_key' });
  else {
    const output = huge ? 'x'.repeat(huge.bytes) : replyTo(body, behaviour).text;
    await sendWhole(exchange, { status: 'success', output });
  }
}
