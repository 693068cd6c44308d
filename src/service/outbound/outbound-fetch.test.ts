import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOutboundFetch, OutboundRefused } from './outbound-fetch.ts';

let server: Server;
let origin: string;
const seen: string[] = [];
let closed = 0;
let sentBytes = 0;
const flood = Buffer.alloc(65_536);

beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push(request.url ?? '');
    request.on('close', () => (closed += 1));
    if (request.url === '/redirect') return response.writeHead(302, { location: '/elsewhere' }).end();
    if (request.url === '/headers') return response.writeHead(200, { 'x-long': 'x'.repeat(100_000) }).end();
    if (request.url === '/strange') return void request.socket.end('HTTP/1.1 999 Denied\r\n\r\n');
    if (request.url === '/endless') return void response.write('first');
    if (request.url === '/cut') {
      response.write('first');
      return void setTimeout(() => request.socket.resetAndDestroy(), 20);
    }
    if (request.url === '/flood') {
      const pour = () => {
        if (response.destroyed) return;
        sentBytes += flood.length;
        response.write(flood, () => setImmediate(pour));
      };
      return pour();
    }
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () =>
      response.setHeader('content-type', 'text/plain').end(`${request.method} ${body}`),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => (server.closeAllConnections(), server.close(resolve))));

describe('the outbound guard', () => {
  const outboundFetch = createOutboundFetch({ allowPrivate: false });
  const local = createOutboundFetch({ allowPrivate: true });

  it.each([
    'http://example.com/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://10.1.2.3/',
    'https://169.254.169.254/latest/meta-data',
    'https://[fd00::1]/',
    'https://user:secret@example.com/',
    'https://localhost/',
    'file:///etc/passwd',
  ])('sends nothing to %s', async (url) => {
    await expect(outboundFetch(url)).rejects.toBeInstanceOf(OutboundRefused);
  });

  it.each([
    'http://169.254.169.254/latest',
    'http://[::ffff:169.254.169.254]/',
    'http://metadata.google.internal/',
  ])('sends nothing to %s, even if private servers are allowed', async (url) => {
    await expect(local(url)).rejects.toBeInstanceOf(OutboundRefused);
  });

  it('rejects headers of more than 16 kB', async () => {
    await expect(local(`${origin}/headers`)).rejects.toMatchObject({ code: 'HPE_HEADER_OVERFLOW' });
  });

  it('reaches a server on this machine only if the operator allows it', async () => {
    const answer = await local(`${origin}/chat`, { method: 'POST', body: 'hello' });
    expect(await answer.text()).toBe('POST hello');
    await expect(outboundFetch(`${origin}/chat`)).rejects.toBeInstanceOf(OutboundRefused);
  });

  it('follows no redirect', async () => {
    await expect(local(`${origin}/redirect`)).rejects.toThrow('redirect');
    expect(seen).not.toContain('/elsewhere');
  });

  it('rejects an invalid status instead of ending the process', async () => {
    await expect(local(`${origin}/strange`)).rejects.toThrow(RangeError);
  });

  it('rejects if the connection breaks in the middle of a body', async () => {
    const reader = (await local(`${origin}/cut`)).body!.getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('first');
    await expect(reader.read()).rejects.toBeDefined();
  });

  it('pauses the server for a slow reader', async () => {
    const reader = (await local(`${origin}/flood`)).body!.getReader();
    await reader.read();
    // The sockets of both sides still buffer data. The operating system decides how much.
    let last = -1;
    await expect
      .poll(() => [sentBytes === last, (last = sentBytes)][0], { interval: 100, timeout: 5000 })
      .toBe(true);
    const before = sentBytes;
    let bytes = 0;
    while (bytes <= before) bytes += (await reader.read()).value?.length ?? 0;
    await expect.poll(() => sentBytes).toBeGreaterThan(before);
    await reader.cancel();
  });

  it('closes the connection when the caller aborts', async () => {
    const controller = new AbortController();
    const answer = await local(`${origin}/endless`, { signal: controller.signal });
    const reader = answer.body!.getReader();
    await reader.read();
    const before = closed;
    controller.abort();
    await expect(reader.read()).rejects.toBeDefined();
    await expect.poll(() => closed).toBe(before + 1);
  });
});
