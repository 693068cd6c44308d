import { setTimeout as pause } from 'node:timers/promises';
import { sendJson, sendWhole, type Exchange } from './exchange.ts';
import { behaviorOfKind } from './faults.ts';
import { replyTo } from './reply.ts';

/** Responds like ModelsLab, which has the key in the body, no streaming, and `output` next to a status. */
export async function answerModelslab(exchange: Exchange): Promise<void> {
  const { response, body, behavior, signal } = exchange;
  const first = behaviorOfKind(behavior, 'pace')?.first ?? 0;
  if (first > 0) await pause(first, undefined, { signal });
  const refused = behaviorOfKind(behavior, 'error-event')?.error;
  const huge = behaviorOfKind(behavior, 'huge-event');
  if (behavior?.kind === 'malformed-json') sendJson(response, 200, '{"status": ');
  else if (behavior?.kind === 'wrong-shape') sendJson(response, 200, { status: 'processing', eta: 20 });
  else if (refused !== undefined) sendJson(response, 200, { status: 'error', ...(refused as object) });
  else if (typeof body['key'] !== 'string' || body['key'] === '')
    sendJson(response, 200, { status: 'error', message: 'Invalid api_key' });
  else {
    const output = huge ? 'x'.repeat(huge.bytes) : replyTo(body, behavior).text;
    await sendWhole(exchange, { status: 'success', output });
  }
}
