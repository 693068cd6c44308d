import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { denoPath, runScript } from './testing/deno.ts';

const vectors = readFileSync('docs/encryption-vectors.json', 'utf8');

// The functions encrypt replies in Deno.
it.runIf(denoPath)('the published vectors of encrypted history pass in Deno', async () => {
  const failures = await runScript('supabase/tests/testing/run-vectors.ts', vectors);
  expect(JSON.parse(failures)).toEqual([]);
});
