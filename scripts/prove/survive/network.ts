import { once } from 'node:events';
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../lib/random.ts';

/**
 * `down`: connections are refused. `silent`: connections can be opened, but nothing responds until the network is back,
 * as when a wireless signal is lost.
 */
export type NetworkState = 'up' | 'down' | 'silent';

/** A fault of one request on an unreliable network. Sign-in is only delayed. */
type RequestFault = 'plain' | 'late' | 'late-answer' | 'twice' | 'again-later' | 'lost-answer' | 'cut';

const faultWeights: Readonly<Record<RequestFault, number>> = {
  plain: 40,
  late: 15,
  'late-answer': 15,
  twice: 10,
  'again-later': 8,
  'lost-answer': 8,
  cut: 4,
};

/** The longest delay of a request, a response or a repeated request, in milliseconds. */
const longestDelay = 600;

/** The number of bytes of a response that arrive before it is cut off. */
const cutAfter = 700;

/**
 * The network of one device: a proxy between its browser and the service for all traffic, including the service
 * worker's and the realtime socket's.
 */
export class DeviceNetwork {
  readonly #server = createServer((request, response) => void this.#forward(request, response));
  readonly #sockets = new Set<Socket>();
  #state: NetworkState = 'up';
  /** Chooses each request's fault while the network is unreliable, otherwise null. */
  #random: Random | null = null;
  /** How often each fault occurred. */
  readonly faultCounts = new Map<RequestFault, number>();

  constructor() {
    this.#server.on('connection', (socket) => this.#hold(socket));
    this.#server.on('connect', (request, socket: Socket) => this.#tunnel(request, socket));
  }

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Ends all connections and sets the state for new ones. */
  set(state: NetworkState): void {
    this.#state = state;
    this.cut();
  }

  /**
   * Makes the network unreliable: requests may be delayed, repeated or reordered, and responses may be lost. Null turns
   * this off.
   */
  setRough(random: Random | null): void {
    this.#random = random;
  }

  reset(): void {
    this.set('up');
    this.#random = null;
    this.faultCounts.clear();
  }

  cut(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
    this.#sockets.clear();
  }

  #hold(socket: Socket): void {
    if (this.#state === 'down') {
      socket.resetAndDestroy();
      return;
    }
    this.#sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => this.#sockets.delete(socket));
  }

  #tunnel({ url = '' }: IncomingMessage, socket: Socket): void {
    socket.on('error', () => {});
    if (this.#state !== 'up') return;
    const [host, port] = url.split(':');
    const upstream = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
    upstream.once('close', () => socket.destroy());
    socket.once('close', () => upstream.destroy());
  }

  async #forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // On a silent network, the socket is closed when the state changes.
    if (this.#state !== 'up') return;
    try {
      const body = await read(request);
      const random = this.#random;
      const fault = random ? chooseFault(request, random) : 'plain';
      this.faultCounts.set(fault, (this.faultCounts.get(fault) ?? 0) + 1);
      const delay = () => pause(random?.below(longestDelay));
      if (fault === 'late') await delay();
      if (fault === 'twice') await this.#copy(request, body);
      if (fault === 'again-later') void delay().then(() => this.#copy(request, body));
      await this.#answer(request, response, body, fault, delay);
    } catch {
      response.destroy();
    }
  }

  /** Sends a copy of a request and drops its response. */
  async #copy(request: IncomingMessage, body: Buffer): Promise<void> {
    const answer = await deliver(request, body).catch(() => null);
    if (!answer) return;
    const isStream = String(answer.headers['content-type']).startsWith('text/event-stream');
    if (isStream) answer.destroy();
    else for await (const chunk of answer) void chunk;
  }

  async #answer(
    request: IncomingMessage,
    response: ServerResponse,
    body: Buffer,
    fault: RequestFault,
    delay: () => Promise<void>,
  ): Promise<void> {
    const left = new AbortController();
    response.once('close', () => left.abort());
    const answer = await deliver(request, body, left.signal);
    if (fault === 'lost-answer') {
      answer.destroy();
      response.socket?.resetAndDestroy();
      return;
    }
    if (fault === 'late-answer') await delay();
    if (response.destroyed) return;
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    response.flushHeaders();
    let sent = 0;
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      sent += chunk.length;
      if (!response.write(chunk)) await once(response, 'drain', { signal: left.signal });
      if (fault !== 'cut' || sent < cutAfter) continue;
      response.socket?.resetAndDestroy();
      return;
    }
    response.end();
  }
}

function chooseFault({ method = '', url = '' }: IncomingMessage, random: Random): RequestFault {
  const path = new URL(url).pathname;
  if (!/^\/(rest|functions|auth)\/v1\//.test(path)) return 'plain';
  const fault = random.weighted(faultWeights);
  // By design, a session ends if it is refreshed twice with one token, so sign-in requests are not repeated.
  if (path.startsWith('/auth/')) return fault === 'late' || fault === 'late-answer' ? fault : 'plain';
  const isWrite = method === 'POST';
  return !isWrite && (fault === 'twice' || fault === 'again-later') ? 'plain' : fault;
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function deliver(
  { method, url = '', headers }: IncomingMessage,
  body: Buffer,
  signal?: AbortSignal,
): Promise<IncomingMessage> {
  const { 'proxy-connection': _proxy, connection: _connection, ...kept } = headers;
  return new Promise((resolve, reject) => {
    const upstream = send(url, { method, headers: kept, ...(signal && { signal }), agent: false }, resolve);
    upstream.on('error', reject);
    upstream.end(body);
  });
}
