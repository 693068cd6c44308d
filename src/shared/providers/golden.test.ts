import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { parseGolden, runGolden } from './testing/golden.ts';
import { dialectNames, vendorNames } from './vendor.ts';

const folder = join(import.meta.dirname, 'golden');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.http'))
  .map((name) => name.replaceAll('\\', '/'))
  .toSorted();

/** The requirement rows that a file proves. */
const claims: Readonly<Record<string, string>> = {
  'deepinfra/whole.http': '[PROV-001]',
  'deepinfra/whole-with-defaults.http': '[PROV-002, PROV-004, PROV-005, PROV-006]',
  'openrouter/whole.http': '[PROV-008]',
  'modelslab/whole.http': '[PROV-009]',
  'modelslab/whole-as-choices.http': '[PROV-009]',
  'openai/whole-with-defaults.http': '[PROV-010]',
  'openai/streamed.http': '[PROV-010]',
  'deepinfra/key-test.http': '[PROV-014]',
  'openai/vendor-test.http': '[VENDOR-015]',
};

beforeEach(() => {
  vi.spyOn(crypto, 'randomUUID').mockReturnValue('00000000-0000-4000-8000-000000000000');
  vi.spyOn(performance, 'now').mockReturnValue(0);
});

describe('the requests to vendors, and what is read from their responses', () => {
  it('are recorded in golden files for every kind of vendor', () => {
    const kinds = new Set<string>([...vendorNames, ...dialectNames]);
    expect(new Set(files.map((name) => name.split('/')[0]))).toEqual(kinds);
  });

  it('include each file that claims a row', () => {
    expect(files).toEqual(expect.arrayContaining(Object.keys(claims)));
  });

  it.each(files.map((name) => [name, claims[name] ?? '']))('is exactly as in %s %s', async (name) => {
    const golden = parseGolden(readFileSync(join(folder, name), 'utf8'));
    const { sent, read } = await runGolden(golden);
    expect(sent).toBe(golden.sent);
    expect(read).toBe(golden.read);
  });
});
