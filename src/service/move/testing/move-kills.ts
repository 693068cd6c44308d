import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { BatchLimits } from '../rows.ts';

export interface MovePlace {
  readonly to: string;
  readonly limits: BatchLimits;
  readonly sources: { readonly migrations: string; readonly seed: string };
  readonly templates: string;
}

const moveProcess = new URL('move-process.ts', import.meta.url);

/** Starts or continues a move in a separate process, and kills it after `batches` batches. */
export async function killMove(
  place: MovePlace,
  environment: Readonly<Record<string, string>>,
  batches: number,
): Promise<{ readonly wasKilled: boolean }> {
  const child = fork(moveProcess, [JSON.stringify(place)], {
    env: { ...process.env, ...environment },
    stdio: 'inherit',
  });
  let left = batches;
  child.on('message', () => {
    left -= 1;
    if (left <= 0) child.kill('SIGKILL');
  });
  const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  return { wasKilled: signal === 'SIGKILL' };
}
