// Runs the service and reports how busy its thread is: on SIGUSR2, writes the figures since the last signal to the
// file in CLOVER_PROVE_LOOP.
import { renameSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';

const file = process.env['CLOVER_PROVE_LOOP'] ?? '';
const nanoseconds = 1_000_000;
const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();
let before = performance.eventLoopUtilization();

process.on('SIGUSR2', () => {
  const now = performance.eventLoopUtilization();
  const { utilization } = performance.eventLoopUtilization(now, before);
  const figures = { utilization, p99: delay.percentile(99) / nanoseconds, most: delay.max / nanoseconds };
  before = now;
  delay.reset();
  writeFileSync(`${file}.part`, JSON.stringify(figures));
  renameSync(`${file}.part`, file);
});

await import('../../../../src/service/main.ts');
