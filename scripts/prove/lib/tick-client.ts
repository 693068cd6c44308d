import { connect } from 'node:net';

export interface TickSource {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface TickPlan {
  readonly count: number;
  /** Milliseconds between two ticks, and before the first. */
  readonly between: number;
  readonly first: number;
}

export interface TickReport {
  /** Milliseconds from the request to the first byte of the body, and to its end. */
  readonly firstByte: number;
  readonly total: number;
  /** Milliseconds from sending to receiving each tick. */
  readonly delays: readonly number[];
  readonly failure: string | undefined;
}

const now = () => performance.timeOrigin + performance.now();

/** The text before a tick, and the end of the chunked body. */
const mark = '"content":"';
const storedMark = '"clover":';
const bodyEnd = '\r\n0\r\n\r\n';

/** All sockets share one buffer, because each read is processed before the next one. */
const sharedBuffer = Buffer.allocUnsafe(262_144);

function requestText({ url, headers }: TickSource, { count, between, first }: TickPlan): string {
  const { host, pathname } = new URL(url);
  const body = JSON.stringify({
    model: `ticks-${count}-${between}-${first}`,
    messages: [{ role: 'user', content: 'Tick' }],
    stream: true,
  });
  const fields = {
    host,
    connection: 'close',
    'content-type': 'application/json',
    'content-length': String(body.length),
    ...headers,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${pathname} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

/**
 * Requests a streamed reply of ticks and records when each tick arrives. Never rejects. Reads bytes from the socket,
 * because parsing HTTP and JSON in hundreds of readers would distort the measurement.
 */
export function readTicks(source: TickSource, ticks: TickPlan): Promise<TickReport> {
  const { hostname, port } = new URL(source.url);
  return new Promise((resolve) => {
    const start = now();
    const delays: number[] = [];
    let firstByte = Number.NaN;
    let total = Number.NaN;
    let isDone = false;
    let hasRow = false;
    let failure: string | undefined;
    let rest = '';

    const take = (text: string) => {
      const arrived = now();
      rest += text;
      if (Number.isNaN(firstByte)) {
        const head = rest.indexOf('\r\n\r\n');
        if (head === -1 || rest.length === head + 4) return;
        firstByte = arrived - start;
        if (!rest.startsWith('HTTP/1.1 200 ')) failure = rest.slice(0, 1000);
      }
      let from = 0;
      for (;;) {
        const at = hasRow ? -1 : rest.indexOf(mark, from);
        // Stop at the stored row, because it contains the whole text again.
        const row = rest.indexOf(storedMark, from);
        if (row !== -1 && (at === -1 || row < at)) {
          hasRow = true;
          break;
        }
        const end = at === -1 ? -1 : rest.indexOf('"', at + mark.length);
        if (end === -1) break;
        // The event with the finish reason may have an empty text.
        for (const tick of rest.slice(at + mark.length, end).split(' '))
          if (tick !== '') delays.push(arrived - Number(tick));
        from = end;
      }
      isDone ||= rest.includes('data: [DONE]', from);
      if (isDone && rest.endsWith(bodyEnd)) {
        total = arrived - start;
        // Other gateways ignore the request to close the connection.
        socket.end();
      }
      rest = rest.slice(from);
    };

    const socket = connect({
      host: hostname,
      port: Number(port),
      noDelay: true,
      onread: {
        buffer: sharedBuffer,
        callback: (length) => {
          take(sharedBuffer.toString('latin1', 0, length));
          return true;
        },
      },
    });
    socket.once('error', (error) => (failure ??= error.message));
    socket.once('close', () => {
      const isComplete = isDone && !Number.isNaN(total);
      resolve({ firstByte, total, delays, failure: failure ?? (isComplete ? undefined : 'cut off') });
    });
    socket.write(requestText(source, ticks));
  });
}
