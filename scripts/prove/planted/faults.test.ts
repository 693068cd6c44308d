import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { plantedFaults } from './faults.ts';

const root = join(import.meta.dirname, '..', '..', '..');

it('has at least twenty faults with different names and existing tests', () => {
  expect(plantedFaults.length).toBeGreaterThanOrEqual(20);
  expect(new Set(plantedFaults.map(({ name }) => name)).size).toBe(plantedFaults.length);
  expect(plantedFaults.filter(({ test }) => !existsSync(join(root, test)))).toEqual([]);
});

it.each(plantedFaults)('finds the text of a fault exactly once: $name', ({ file, from, to }) => {
  expect(readFileSync(join(root, file), 'utf8').split(from)).toHaveLength(2);
  expect(to).not.toBe(from);
});
