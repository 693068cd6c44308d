// The proxy between Chromium and the network. The app's protocol handler answers requests to translated URLs. All
// other requests are sent with the origin that the app has in Electron, and their responses are translated back.
import { createServer, request as send } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { fromLocalUrl, toLocalUrl } from './addresses.mjs';
import { headersOf } from './api/session.mjs';

/** The app's protocol handlers by scheme. `protocol.handle` adds them. */
export const protocolHandlers = new Map();

const translated = (headers, names, translate) => {
  const result = { ...headers };
  for (const name of names) if (typeof result[name] === 'string') result[name] = translate(result[name]);
  return result;
};

async function answerFromApp(url, request, response) {
  const handler = protocolHandlers.get(new URL(url).protocol.slice(0, -1));
  if (!handler) throw new Error(`[host] No handler for ${url}.`);
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  const answer = await handler(
    new Request(url, {
      method: request.method,
      headers: Object.entries(translated(request.headers, ['origin', 'referer'], fromLocalUrl)).filter(
        ([name]) => name !== 'host',
      ),
      ...(hasBody && { body: Readable.toWeb(request), duplex: 'half' }),
    }),
  );
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body) Readable.fromWeb(answer.body).pipe(response);
  else response.end();
}

async function forward(request, response) {
  const headers = await headersOf(
    request.url,
    translated(request.headers, ['origin', 'referer'], fromLocalUrl),
  );
  if (!headers) return response.destroy();
  delete headers['proxy-connection'];
  const outgoing = send(request.url, { method: request.method, headers }, (answer) => {
    response.writeHead(
      answer.statusCode,
      translated(answer.headers, ['access-control-allow-origin', 'location'], toLocalUrl),
    );
    answer.pipe(response);
  });
  outgoing.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
  response.on('close', () => outgoing.destroy());
  request.pipe(outgoing);
}

/** Adds the app's headers to a WebSocket handshake. Null if the app cancels it. */
async function withOwnHeaders(opening, host) {
  const [first, ...lines] = opening.slice(0, opening.indexOf('\r\n\r\n')).split('\r\n');
  const entries = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const headers = await headersOf(`ws://${host}${first.split(' ')[1]}`, entries);
  if (!headers) return null;
  const all = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [first, ...all].join('\r\n') + opening.slice(opening.indexOf('\r\n\r\n'));
}

/** Handles a tunnel, which Chromium opens for every WebSocket. The first headers in the tunnel contain the origin. */
function tunnel(request, client, head) {
  const [host, port] = request.url.replace(/[[\]]/g, '').split(/:(?=\d+$)/);
  const server = connect(Number(port), host, () => {
    client.write('HTTP/1.1 200 OK\r\n\r\n');
    let opening = head.toString('latin1');
    const readOpening = (chunk) => {
      opening += chunk.toString('latin1');
      if (opening !== '' && !/^[A-Z]{3,7} /.test(opening)) return passOn(opening);
      if (!opening.includes('\r\n\r\n')) return;
      client.off('data', readOpening).pause();
      const own = opening.replace(
        /^(origin: )(.*)$/im,
        (_all, name, origin) => name + fromLocalUrl(origin.trim()),
      );
      void withOwnHeaders(own, request.url).then((text) => (text === null ? client.destroy() : passOn(text)));
    };
    const passOn = (text) => {
      client.off('data', readOpening);
      server.write(Buffer.from(text, 'latin1'));
      client.pipe(server);
    };
    client.on('data', readOpening);
    server.pipe(client);
  });
  for (const [one, other] of [
    [server, client],
    [client, server],
  ])
    one.on('error', () => other.destroy()).on('close', () => other.destroy());
}

export async function startProxy() {
  const server = createServer((request, response) => {
    const url = fromLocalUrl(request.url);
    const answered = url === request.url ? forward(request, response) : answerFromApp(url, request, response);
    answered.catch((error) => {
      process.stderr.write(`[host] ${error.stack}\n`);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  server.on('connect', tunnel);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return server.address().port;
}
