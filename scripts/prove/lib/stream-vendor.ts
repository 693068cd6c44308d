import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import type { Cut } from '../../../src/shared/providers/testing/streams/read-stream.ts';
import type { RecordedStream } from '../../../src/shared/providers/testing/streams/recorded-stream.ts';

interface Plan {
  readonly stream: RecordedStream;
  readonly cut: Cut;
}

interface StreamVendor {
  readonly url: string;
  /** Returns the name of a new model. Requests for this model receive the stream. */
  readonly plan: (plan: Plan) => string;
  readonly close: () => Promise<void>;
}

/**
 * Starts a vendor that sends recorded streams. If the stream is split everywhere, each byte is in a separate packet.
 */
export async function startStreamVendor(): Promise<StreamVendor> {
  const plans: Plan[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.once('end', () => {
      // Gemini's requests contain the model in the URL.
      const [, number] = /recorded-(\d+)/.exec(`${request.url} ${body}`) ?? [];
      const plan = plans[Number(number)];
      if (!plan) return void response.writeHead(404).end();
      response.socket?.setNoDelay(true);
      response.writeHead(200, { 'content-type': plan.stream.contentType });
      void send(plan).then(() => response.end());
    });
    async function send({ stream, cut }: Plan) {
      if (cut !== 'everywhere') return void response.write(stream.body);
      response.flushHeaders();
      for (let index = 0; index < stream.body.length; index += 1) {
        response.write(stream.body.subarray(index, index + 1));
        await turn();
      }
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    plan: (plan) => `recorded-${plans.push(plan) - 1}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
