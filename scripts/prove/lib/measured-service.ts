// The service as it ships, in a process that can be asked how much it holds: on SIGUSR2 it collects its garbage and writes
// the megabytes of its heap into the file that CLOVER_PROVE_HEAP names.
import { renameSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const file = process.env['CLOVER_PROVE_HEAP'] ?? '';

async function report(): Promise<void> {
  // Twice, and with a moment in between: what finalizers let go is free only after them.
  collect();
  await pause(100);
  collect();
  writeFileSync(`${file}.part`, String(process.memoryUsage().heapUsed / 1_048_576));
  renameSync(`${file}.part`, file);
}
process.on('SIGUSR2', () => void report());

await import('../../../src/service/main.ts');
