import { createServer, type Server } from 'node:tls';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readCertificate } from './read-certificate.ts';
import { testCertificate } from './testing/certificate.ts';

let server: Server;
let received: string;
const trusted = () => [testCertificate.authority];
const at = (host: string) => `https://${host}:${(server.address() as AddressInfo).port}`;

beforeEach(async () => {
  received = '';
  server = createServer({ cert: testCertificate.cert, key: testCertificate.key }, (socket) =>
    socket.on('data', (data) => (received += data.toString())),
  );
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

it.each(['localhost', '127.0.0.1'])(
  'reads who the certificate of %s names, and sends nothing',
  async (host) => {
    expect(await readCertificate(at(host), trusted)).toEqual({
      subject: 'Example Organization',
      issuer: 'Example CA',
    });
    expect(received).toBe('');
  },
);

it('returns nothing for a certificate that is not trusted, or for another host', async () => {
  expect(await readCertificate(at('localhost'))).toBeNull();
  const { port } = server.address() as AddressInfo;
  expect(await readCertificate(`https://127.0.0.2:${port}`, trusted)).toBeNull();
});

it('returns nothing without encryption, without a server, and if the certificates cannot be read', async () => {
  expect(await readCertificate('http://localhost:3000', trusted)).toBeNull();
  expect(await readCertificate('https://127.0.0.1:9', trusted)).toBeNull();
  const failing = () => {
    throw new Error('not supported');
  };
  expect(await readCertificate(at('localhost'), failing)).toBeNull();
});
