import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import OpenAI from 'openai';
import type { FunctionHandler } from '../context.ts';
import { testCaller, type TestContext } from './context.ts';

/** Serves functions over HTTP, and creates OpenAI's own client for them. */
export async function startOpenAiServer(
  handlerFor: (path: string) => FunctionHandler,
  context: () => TestContext,
) {
  const server = createServer((incoming, outgoing) => {
    const left = new AbortController();
    outgoing.once('close', () => left.abort());
    const hasBody = incoming.method === 'POST';
    const path = incoming.url ?? '/';
    const request = new Request(`http://service.test${path}`, {
      method: incoming.method ?? 'GET',
      headers: incoming.headers as Record<string, string>,
      signal: left.signal,
      ...(hasBody && { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' }),
    });
    void handlerFor(path)(request, context()).then((response) => {
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      const body = Readable.fromWeb((response.body ?? new Blob([]).stream()) as NodeStream);
      outgoing.once('close', () => body.destroy());
      body.on('error', () => outgoing.destroy());
      body.pipe(outgoing);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = new OpenAI({
    baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/functions/v1`,
    apiKey: testCaller.token,
  });
  return {
    client,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

export async function collectItems<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}
