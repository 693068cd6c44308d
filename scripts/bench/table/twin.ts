// Serves a page of the service a second time without its scripts, to compare both.
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';

interface Twin {
  /** The unchanged page, and the same HTML without scripts. Both go through the same proxy. */
  readonly whole: string;
  readonly withoutScripts: string;
  readonly close: () => void;
}

const scripts = /<script\b[^>]*>.*?<\/script>|<link\b[^>]*rel="modulepreload"[^>]*>/gs;

export async function startTwin(service: string): Promise<Twin> {
  const html = await (await fetch(service)).text();
  const withoutScripts = html.replaceAll(scripts, '');
  if (withoutScripts === html) throw new Error('The page has no scripts.');
  const plain = brotliCompressSync(withoutScripts);
  const server = createServer((request, response) => {
    const isPlain = request.url === '/?plain';
    const forwarded = send(new URL(request.url ?? '/', service), { headers: request.headers }, (answer) => {
      const { headers, statusCode = 502 } = answer;
      if (!isPlain) {
        response.writeHead(statusCode, headers);
        answer.pipe(response);
        return;
      }
      answer.resume();
      const changed = { ...headers, 'content-encoding': 'br', 'content-length': String(plain.length) };
      response.writeHead(statusCode, changed);
      response.end(plain);
    });
    forwarded.once('error', () => response.destroy());
    forwarded.end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    whole: url,
    withoutScripts: `${url}?plain`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
