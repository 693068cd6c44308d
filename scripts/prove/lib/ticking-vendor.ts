// A vendor whose deltas are the times at which they were sent, to measure what lies in between. Runs as a process of its
// own: `node ticking-vendor.ts` prints its port. The model's name says how it ticks: `ticks-<count>-<between>-<first>`.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Milliseconds since 1970 with their fractions: the same clock in every process of a machine. */
const now = () => performance.timeOrigin + performance.now();

let started = 0;
let openReplies = 0;

function tick(response: ServerResponse, model: string): void {
  const [, count = 10, between = 50, first = 0] = model.split('-').map(Number);
  const send = (delta: object, reason: string | null = null) =>
    response.write(`data: ${JSON.stringify({ model, choices: [{ delta, finish_reason: reason }] })}\n\n`);
  let sent = 0;
  let timer: NodeJS.Timeout;
  const begun = now();
  const next = () => {
    if (sent === 0) response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (sent === count) {
      send({}, 'stop');
      response.end('data: [DONE]\n\n');
      return;
    }
    send({ content: `${now()} ` });
    sent += 1;
    // From the beginning on, so that no timer's lateness adds up.
    timer = setTimeout(next, Math.max(0, begun + first + sent * between - now()));
  };
  timer = setTimeout(next, first);
  openReplies += 1;
  started += 1;
  response.once('close', () => {
    clearTimeout(timer);
    openReplies -= 1;
  });
}

const server = createServer((request, response) => {
  if (request.url === '/state') {
    server.getConnections((_error, connections) =>
      // The asking connection is one of them.
      response.end(JSON.stringify({ started, openReplies, connections: connections - 1 })),
    );
    return;
  }
  let body = '';
  request.setEncoding('utf8').on('data', (text: string) => (body += text));
  request.on('end', () => tick(response, (JSON.parse(body) as { model: string }).model));
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
