import { request } from 'node:http';

/** Where ticks are asked for. */
export interface TickSource {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Ticks {
  readonly count: number;
  /** Milliseconds between two ticks, and before the first. */
  readonly between: number;
  readonly first: number;
}

export interface TickReport {
  /** Milliseconds from the request to the first byte of the body, and to its end. */
  readonly firstByte: number;
  readonly total: number;
  /** Milliseconds that each tick was under way. */
  readonly delays: readonly number[];
  /** Why it did not arrive whole. */
  readonly failure: string | undefined;
}

const now = () => performance.timeOrigin + performance.now();

/** Asks for a streamed reply of ticks and notes when each arrives. Never rejects. */
export function readTicks(
  { url, headers }: TickSource,
  { count, between, first }: Ticks,
): Promise<TickReport> {
  return new Promise((resolve) => {
    const begun = now();
    let firstByte = Number.NaN;
    const delays: number[] = [];
    let rest = '';
    let isDone = false;
    const finish = (failure?: string) =>
      resolve({
        firstByte,
        total: now() - begun,
        delays,
        failure: failure ?? (isDone ? undefined : 'cut off'),
      });
    const asked = request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      agent: false,
    });
    asked.once('error', (error) => finish(error.message));
    asked.once('response', (response) => {
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        const arrived = now();
        if (Number.isNaN(firstByte)) firstByte = arrived - begun;
        const lines = (rest + text).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) {
          if (line === 'data: [DONE]') isDone = true;
          const [, sent] = /"content":"([\d.]+) "/.exec(line) ?? [];
          if (sent !== undefined) delays.push(arrived - Number(sent));
        }
      });
      response.once('error', (error) => finish(error.message));
      response.once('end', () =>
        finish(response.statusCode === 200 ? undefined : `status ${response.statusCode}: ${rest}`),
      );
    });
    asked.end(
      JSON.stringify({
        model: `ticks-${count}-${between}-${first}`,
        messages: [{ role: 'user', content: 'Tick' }],
        stream: true,
      }),
    );
  });
}
