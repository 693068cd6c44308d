import type { ServerResponse } from 'node:http';
import { dropConnection, sendJson } from './exchange.ts';
import { behaviorOfKind, type Behavior } from './faults.ts';

const page = '<!doctype html><html><head><title>Bad gateway</title></head><body><h1>nginx</h1></body></html>';

async function sendRaw(response: ServerResponse, raw: Extract<Behavior, { kind: 'raw' }>): Promise<void> {
  response.writeHead(raw.status ?? 200, {
    ...(raw.ending === 'close' && { connection: 'close' }),
    ...raw.headers,
  });
  response.write(raw.body);
  if (raw.ending === 'close') await dropConnection(response);
  else if (raw.ending !== 'hold') response.end();
}

/**
 * Responds with faults that are the same for every path and protocol. Resolves to false if the path's own handler
 * must respond.
 */
export async function refuse(response: ServerResponse, behavior: Behavior | undefined): Promise<boolean> {
  const status = behaviorOfKind(behavior, 'status');
  const html = behaviorOfKind(behavior, 'html');
  const redirect = behaviorOfKind(behavior, 'redirect');
  const raw = behaviorOfKind(behavior, 'raw');
  const reset = behaviorOfKind(behavior, 'reset');
  if (status) sendJson(response, status.status, status.body ?? { error: { message: 'Scripted refusal' } });
  if (html) sendJson(response, html.status, page, 'text/html');
  if (redirect) response.writeHead(307, { location: redirect.location }).end();
  if (raw) await sendRaw(response, raw);
  if (reset) {
    if (reset.behind === 'headers')
      response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
    await dropConnection(response);
  }
  if (behavior?.kind === 'no-http') response.socket?.end('220 mail.example ESMTP ready\r\n');
  return (
    Boolean(status ?? html ?? redirect ?? raw ?? reset) ||
    ['black-hole', 'no-http'].includes(behavior?.kind ?? '')
  );
}
