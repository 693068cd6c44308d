import { connect, createServer as createNetServer, Server as NetServer } from 'node:net';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { parseEnvironment } from './environment.ts';
import { TextReply } from '../../supabase/functions/_shared/text-reply.ts';
import { json } from './http/json.ts';
import { silentLog } from './log.ts';
import { ListenFailed, startServer, type Routes } from './server.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function serve(
  handle: Routes['handle'],
  variables: Record<string, string> = {},
  options: Partial<Routes> = {},
): Promise<{ port: number; upgrades: string[] }> {
  const upgrades: string[] = [];
  const routes: Routes = {
    handle,
    handleUpgrade: (request, socket) => {
      upgrades.push(request.url ?? '');
      socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n');
    },
    ...options,
  };
  const server = await startServer(parseEnvironment({ PORT: '0', ...variables }), routes, silentLog);
  closers.push(server.close);
  return { port: server.port, upgrades };
}

/** Uses node:http, because fetch doesn't let a test choose Host and Origin. */
function ask(
  port: number,
  {
    path = '/',
    method = 'GET',
    headers = {},
    body,
  }: { path?: string; method?: string; headers?: Record<string, string>; body?: string | Buffer } = {},
): Promise<{ status: number; headers: Record<string, string | string[] | undefined>; text: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => (text += String(chunk)));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
    });
    outgoing.on('upgrade', (answer, socket) => {
      socket.destroy();
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: '' });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

const echo: Routes['handle'] = async (request, visitor) =>
  json({ origin: visitor.origin, address: visitor.address, body: await request.text() });

describe('the HTTP server', () => {
  it('responds only to its own host names, against DNS rebinding', async () => {
    const { port } = await serve(echo);
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`])
      expect((await ask(port, { headers: { host } })).status).toBe(200);
    for (const host of ['evil.example', `localhost.evil.example:${port}`, '10.0.0.1'])
      expect((await ask(port, { headers: { host } })).status).toBe(421);
  });

  it('lets only its own origins and the desktop window read responses', async () => {
    const { port } = await serve(echo);
    const allowed = async (origin: string) =>
      (await ask(port, { headers: { host: `localhost:${port}`, origin } })).headers[
        'access-control-allow-origin'
      ];
    expect(await allowed(`http://localhost:${port}`)).toBe(`http://localhost:${port}`);
    expect(await allowed('app://clover')).toBe('app://clover');
    for (const origin of [
      'https://evil.example',
      `http://localhost:${port + 1}`,
      'null',
      'app://clover.evil',
    ])
      expect(await allowed(origin)).toBeUndefined();
  });

  it('responds to preflights, except for the mailbox', async () => {
    const seen: string[] = [];
    const { port } = await serve(async (request) => (seen.push(request.url), json({})));
    const headers = {
      host: `localhost:${port}`,
      origin: 'app://clover',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-new',
    };
    const answer = await ask(port, { method: 'OPTIONS', path: '/rest/v1/chats', headers });
    expect(answer.status).toBe(204);
    expect(answer.headers['access-control-allow-headers']).toBe('x-new');
    const mailbox = await ask(port, { method: 'OPTIONS', path: '/_mailbox', headers });
    expect(mailbox.headers['access-control-allow-origin']).toBeUndefined();
    expect(
      (await ask(port, { path: '/_mailbox', headers })).headers['access-control-allow-origin'],
    ).toBeUndefined();
    expect(seen).toHaveLength(1);
  });

  it('trusts X-Forwarded-* only from trusted proxies', async () => {
    const forwarded = {
      host: 'localhost',
      'x-forwarded-for': '203.0.113.9, 127.0.0.1',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'chat.example',
    };
    const plain = await serve(echo);
    expect(JSON.parse((await ask(plain.port, { headers: forwarded })).text)).toMatchObject({
      origin: 'http://localhost',
      address: '127.0.0.1',
    });
    const proxied = await serve(echo, {
      CLOVER_TRUSTED_PROXIES: '127.0.0.0/8',
      CLOVER_PUBLIC_URL: 'https://chat.example',
    });
    expect(JSON.parse((await ask(proxied.port, { headers: forwarded })).text)).toMatchObject({
      origin: 'https://chat.example',
      address: '203.0.113.9',
    });
  });

  it('refuses a body that no route reads, and keeps responding', async () => {
    const { port } = await serve(echo);
    const headers = { host: 'localhost' };
    const answer = await ask(port, { method: 'POST', headers, body: Buffer.alloc(9 * 1024 * 1024) });
    expect(answer.status).toBe(413);
    expect(answer.text).toContain('larger than');
    expect((await ask(port, { method: 'POST', headers, body: 'small' })).status).toBe(200);
  });

  it('does not mistake a path for a host', async () => {
    const { port } = await serve(async (request) => json({ url: request.url }));
    for (const path of ['//evil.example/x', '///', 'http://evil.example/'])
      expect(
        new URL(JSON.parse((await ask(port, { path, headers: { host: 'localhost' } })).text).url).host,
      ).toBe('localhost');
  });

  it('detects its public URL behind a proxy that terminates TLS', async () => {
    const { port } = await serve(echo, { CLOVER_PUBLIC_URL: 'https://chat.example' });
    expect(JSON.parse((await ask(port, { headers: { host: 'chat.example' } })).text)).toMatchObject({
      origin: 'https://chat.example',
    });
  });

  it('adds the origin to the Vary header', async () => {
    const { port } = await serve(() => Promise.resolve(json({}, 200, { vary: 'accept-encoding' })));
    const { headers } = await ask(port, { headers: { host: 'localhost' } });
    expect(headers['vary']).toBe('origin, accept-encoding');
  });

  it('reveals nothing about an unexpected error', async () => {
    const { port } = await serve(() => Promise.reject(new Error('secret detail')));
    const answer = await ask(port, { headers: { host: 'localhost' } });
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain('secret detail');
  });

  it('cancels the source of a stream when the client disconnects', async () => {
    let isCanceled = false;
    const { port } = await serve(() =>
      Promise.resolve(
        new Response(
          new ReadableStream({
            start: (controller) => controller.enqueue(new TextEncoder().encode('first')),
            cancel: () => void (isCanceled = true),
          }),
        ),
      ),
    );
    await new Promise<void>((resolve, reject) => {
      const outgoing = httpRequest({ host: '127.0.0.1', port, headers: { host: 'localhost' } }, (answer) => {
        answer.once('data', () => resolve(void outgoing.destroy()));
        answer.on('error', () => {});
      });
      outgoing.on('error', reject);
      outgoing.end();
    });
    await expect.poll(() => isCanceled).toBe(true);
  });

  it('forwards only upgrades of our pages to realtime', async () => {
    const { port, upgrades } = await serve(echo);
    const upgrade = (path: string, origin: string) =>
      ask(port, {
        path,
        headers: { host: `localhost:${port}`, origin, connection: 'upgrade', upgrade: 'websocket' },
      });
    expect((await upgrade('/realtime/v1/websocket', 'https://evil.example')).status).toBe(403);
    expect((await upgrade('/elsewhere', 'app://clover')).status).toBe(403);
    expect((await upgrade('/realtime/v1/websocket', 'app://clover')).status).toBe(101);
    expect(upgrades).toEqual(['/realtime/v1/websocket']);
  });

  /** Requests a websocket, but the upgrade gets no response. */
  async function openUpgrade(port: number, path: string) {
    const socket = connect(port, '127.0.0.1');
    await new Promise<void>((resolve) => socket.once('connect', resolve));
    socket.write(
      `GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n`,
    );
    return socket;
  }

  it('survives an upgrade whose connection is reset', async () => {
    const upgraded: Duplex[] = [];
    const server = await startServer(
      parseEnvironment({ PORT: '0' }),
      { handle: echo, handleUpgrade: (_request, socket) => upgraded.push(socket) },
      silentLog,
    );
    closers.push(server.close);
    const socket = await openUpgrade(server.port, '/realtime/v1/websocket');
    await expect.poll(() => upgraded.length).toBe(1);
    upgraded[0]!.resume();
    socket.resetAndDestroy();
    // Without the server's listener, the error would reach the process and this run would fail.
    await expect.poll(() => upgraded[0]!.destroyed).toBe(true);
    expect(upgraded[0]!.errored).toMatchObject({ code: 'ECONNRESET' });
    expect((await ask(server.port, { headers: { host: 'localhost' } })).status).toBe(200);
  });

  it('closes although a websocket stays open', async () => {
    const upgraded: Duplex[] = [];
    const server = await startServer(
      parseEnvironment({ PORT: '0' }),
      { handle: echo, handleUpgrade: (_request, socket) => upgraded.push(socket) },
      silentLog,
    );
    const socket = await openUpgrade(server.port, '/realtime/v1/websocket');
    await expect.poll(() => upgraded.length).toBe(1);
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const closing = server.close();
    vi.advanceTimersByTime(3000);
    vi.useRealTimers();
    await closing;
    expect(upgraded[0]!.destroyed).toBe(true);
    socket.destroy();
  });

  it('ends a stream with an event when the service stops, and responds to other requests until then', async () => {
    let isStopped = false;
    const silence = Promise.withResolvers<string | undefined>();
    const server = await startServer(
      parseEnvironment({ PORT: '0' }),
      {
        handle: (request) =>
          Promise.resolve(
            request.url.endsWith('/stream')
              ? new TextReply(
                  {
                    next: vi
                      .fn<() => Promise<string | undefined>>(() => silence.promise)
                      .mockResolvedValueOnce('data: {"text":"first"}\n\n'),
                    stop: () => Promise.resolve(void (isStopped = true)),
                  },
                  { headers: { 'content-type': 'text/event-stream; charset=utf-8' } },
                )
              : json({ status: 'ok' }),
          ),
        handleUpgrade: (_request, socket) => socket.destroy(),
      },
      silentLog,
    );
    closers.push(server.close);
    const response = await fetch(`http://127.0.0.1:${server.port}/stream`);
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader.read()).value).toContain('first');

    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const settled = server.settle();
    expect((await ask(server.port)).status).toBe(200);
    expect(isStopped).toBe(false);
    await vi.advanceTimersByTimeAsync(10_000);
    await settled;
    vi.useRealTimers();
    expect((await reader.read()).value).toMatch(/^data: \{"error":.*"code":"interrupted"/);
    expect((await reader.read()).done).toBe(true);
    expect(isStopped).toBe(true);
  });

  it('reports that a port is in use and what to do', async () => {
    const other = createNetServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    closers.push(() => new Promise((resolve) => void other.close(() => resolve())));
    const { port } = other.address() as AddressInfo;
    const failure = serve(echo, { PORT: String(port) });
    await expect(failure).rejects.toBeInstanceOf(ListenFailed);
    await expect(failure).rejects.toThrow(
      `Port ${port} is taken by another program. Stop that program, or choose another port: PORT=${port + 1} npm start`,
    );
  });

  it.each(['EADDRINUSE', 'EACCES'])('moves to a free port for the desktop app on %s', async (code) => {
    const listen = vi.spyOn(NetServer.prototype, 'listen').mockImplementationOnce(function (
      this: NetServer,
      ...parameters: unknown[]
    ) {
      // As in Node, the callback waits for the event, regardless of which call of `listen` causes it.
      this.once('listening', parameters.at(-1) as () => void);
      process.nextTick(() => this.emit('error', Object.assign(new Error('listen'), { code })));
      return this;
    });
    const { port } = await serve(echo, { PORT: '4321', CLOVER_OWNER: 'true' }).finally(() =>
      listen.mockRestore(),
    );
    expect(port).not.toBe(4321);
    expect((await ask(port, { headers: { host: `127.0.0.1:${port}` } })).status).toBe(200);
  });
});

it('keeps the process awake until each response is sent', async () => {
  const ends = vi.fn<() => void>();
  const keepAwake = vi.fn<() => () => void>(() => ends);
  const answer = Promise.withResolvers<Response>();
  const { port } = await serve(() => answer.promise, {}, { keepAwake });
  const response = ask(port);
  await vi.waitFor(() => expect(keepAwake).toHaveBeenCalledTimes(1));
  expect(ends).not.toHaveBeenCalled();
  answer.resolve(json({}));
  await response;
  await vi.waitFor(() => expect(ends).toHaveBeenCalledTimes(1));
});
