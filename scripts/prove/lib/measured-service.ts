// Runs the service and reports its heap: on SIGUSR2, collects garbage and writes the heap's size in megabytes to the
// file in CLOVER_PROVE_HEAP.
import { renameSync, writeFileSync } from 'node:fs';
import { heapAfterCollection } from './garbage.ts';

const file = process.env['CLOVER_PROVE_HEAP'] ?? '';

process.on('SIGUSR2', () => {
  void heapAfterCollection().then((megabytes) => {
    writeFileSync(`${file}.part`, String(megabytes));
    renameSync(`${file}.part`, file);
  });
});

await import('../../../src/service/main.ts');
