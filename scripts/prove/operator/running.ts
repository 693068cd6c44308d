import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const main = join(import.meta.dirname, '..', '..', '..', 'src', 'service', 'main.ts');

/** A service in a process of its own whose output can be read. */
export interface Running {
  readonly url: string;
  readonly pid: number;
  /** Everything that it has printed so far. */
  readonly output: () => string;
  /** The first log line with this event, waited for. */
  readonly logged: (event: string, milliseconds?: number) => Promise<string>;
  /** Status and body of /readyz, or what went wrong. */
  readonly ready: () => Promise<string>;
  /** Sends a signal, SIGTERM by default, and resolves to the exit code. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>;
  readonly isRunning: () => boolean;
}

/** Calls `look` until it finds something. Rejects after the time limit. */
export async function until<T>(
  look: () => T | Promise<T>,
  milliseconds: number,
  what: string,
): Promise<NonNullable<T>> {
  for (const end = performance.now() + milliseconds; performance.now() < end;) {
    const found = await look();
    if (found) return found;
    await pause(50);
  }
  throw new Error(`Waited ${milliseconds} ms for ${what}.`);
}

/** Starts the service on a free port and waits until it is ready. */
export async function startRunning(environment: Readonly<Record<string, string>>): Promise<Running> {
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const url = await until(
    () => {
      if (!isRunning()) throw new Error(`The service ended at its start: ${output}`);
      return /Clover is ready at (\S+)/.exec(output)?.[1];
    },
    120_000,
    'the service',
  );
  return {
    url,
    pid: child.pid ?? 0,
    output: () => output,
    isRunning,
    logged: (event, milliseconds = 15_000) =>
      until(
        () => output.split('\n').find((line) => line.includes(`"event":"${event}"`)),
        milliseconds,
        `the log line ${event}`,
      ),
    ready: async () => {
      try {
        const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) });
        return `${answer.status} ${await answer.text()}`;
      } catch (error) {
        return `no answer (${error instanceof Error ? error.message : String(error)})`;
      }
    },
    async stop(signal = 'SIGTERM') {
      if (!isRunning()) return child.exitCode;
      const ended = once(child, 'exit') as Promise<[number | null]>;
      child.kill(signal);
      const [code] = await ended;
      return code;
    },
  };
}
