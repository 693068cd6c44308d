// A vendor whose deltas are the times at which they were sent, so that readers can measure the delay. Runs in a
// separate process: `node ticking-vendor.ts` prints its port. The model's name sets the pace:
// `ticks-<count>-<between>-<first>`. One timer serves all replies, because the vendor shares the processors with the
// measured programs.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Returns milliseconds since 1970 with fractions. All processes of a machine share this clock. */
const now = () => performance.timeOrigin + performance.now();

/** Milliseconds between two ticks of the timer. A delta is at most this late. */
const resolution = 2;

interface Reply {
  readonly response: ServerResponse;
  readonly head: string;
  readonly count: number;
  readonly between: number;
  sent: number;
  /** When the next delta is due, relative to the start, so that delays don't add up. */
  due: number;
}

let started = 0;
const replies = new Set<Reply>();
let clock: NodeJS.Timeout | undefined;

function sendNext(reply: Reply): void {
  const { response, head, count, between } = reply;
  if (reply.sent === 0) response.writeHead(200, { 'content-type': 'text/event-stream' });
  if (reply.sent === count) {
    response.end(`${head}{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n`);
    replies.delete(reply);
    return;
  }
  response.write(`${head}{"content":"${now()} "},"finish_reason":null}]}\n\n`);
  reply.sent += 1;
  reply.due += between;
}

function tick(): void {
  const time = now();
  for (const reply of replies) if (reply.due <= time) sendNext(reply);
  if (replies.size > 0) return;
  clearInterval(clock);
  clock = undefined;
}

function start(response: ServerResponse, model: string): void {
  const [, count = 10, between = 50, first = 0] = model.split('-').map(Number);
  const head = `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_760_000_000, model }).slice(0, -1)},"choices":[{"index":0,"delta":`;
  const reply: Reply = { response, head, count, between, sent: 0, due: now() + first };
  started += 1;
  replies.add(reply);
  response.once('close', () => replies.delete(reply));
  clock ??= setInterval(tick, resolution);
}

const server = createServer((request, response) => {
  if (request.url === '/state') {
    server.getConnections((_error, connections) =>
      // The count includes the connection of this request.
      response.end(JSON.stringify({ started, openReplies: replies.size, connections: connections - 1 })),
    );
    return;
  }
  let body = '';
  request.setEncoding('utf8').on('data', (text: string) => (body += text));
  request.on('end', () => start(response, (JSON.parse(body) as { model: string }).model));
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
