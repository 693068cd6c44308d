import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { parseGolden, play } from './testing/golden.ts';
import { vendorNames } from './vendor.ts';

const folder = join(import.meta.dirname, 'golden');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.http'))
  .toSorted();

beforeEach(() => {
  vi.spyOn(crypto, 'randomUUID').mockReturnValue('00000000-0000-4000-8000-000000000000');
  vi.spyOn(performance, 'now').mockReturnValue(0);
});

describe('what leaves for a vendor, and what is read from its answer [PROV-001..006] [PROV-008..010] [PROV-014] [VENDOR-015]', () => {
  it('is written down for every kind', () => {
    expect(new Set(files.map((name) => name.split(/[/\\]/)[0]))).toEqual(new Set(vendorNames));
  });

  it.each(files)('is exactly what the golden file shows: %s', async (name) => {
    const golden = parseGolden(readFileSync(join(folder, name), 'utf8'));
    const { sent, read } = await play(golden);
    expect(sent).toBe(golden.sent);
    expect(read).toBe(golden.read);
  });
});
