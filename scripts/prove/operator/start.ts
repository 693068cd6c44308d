import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sourceService } from '../lib/service-process.ts';
import type { Fault, Observation } from './fault.ts';

export interface RefusedStart {
  /** The exit code, or null if the service was still running at the time limit. */
  readonly code: number | null;
  readonly output: string;
  readonly seconds: number;
}

/** Starts the service and waits at most 30 s until it exits. */
export async function startAndFail(environment: Readonly<Record<string, string>>): Promise<RefusedStart> {
  const started = performance.now();
  const child = spawn(process.execPath, [sourceService], {
    env: { ...process.env, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const timer = setTimeout(() => child.kill('SIGKILL'), 30_000);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearTimeout(timer);
  return { code, output: output.trim(), seconds: (performance.now() - started) / 1000 };
}

/** Checks that the service refused to start: it must exit with 1 and the expected message, without a stack trace. */
export function observeRefusal({ code, output, seconds }: RefusedStart, expected: RegExp): Observation {
  return {
    readyz: 'not running',
    log: output.split('\n').slice(0, 4).join(' / '),
    user: code === null ? 'a start that hangs' : `exit code ${code} after ${seconds.toFixed(1)} s`,
    isRight: code === 1 && expected.test(output) && !/\n\s+at /.test(output),
  };
}

/** Settings and folders with which the service must refuse to start. */
export const startFaults: readonly Fault[] = [
  {
    name: 'the data directory is a file',
    async run(folder) {
      const file = join(folder, 'a-file');
      await writeFile(file, '');
      return observeRefusal(await startAndFail({ CLOVER_DATA_DIR: file }), /CLOVER_DATA_DIR/);
    },
  },
  {
    name: 'the data directory cannot be created',
    run: async () => observeRefusal(await startAndFail({ CLOVER_DATA_DIR: '/proc/nope' }), /CLOVER_DATA_DIR/),
  },
  {
    name: 'a variable with a typo',
    run: async (folder) =>
      observeRefusal(
        await startAndFail({ CLOVER_DATA_DIR: folder, CLOVER_PUBLIC_ULR: 'https://chat.example.test' }),
        /CLOVER_PUBLIC_ULR.*CLOVER_PUBLIC_URL/,
      ),
  },
];
