import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { functions } from '../../src/service/functions/registry.ts';
import { checkTypes, configOf, denoPath, functionNames } from './testing/deno.ts';

describe('the deployed functions', () => {
  it('are those that the embedded service runs', () => {
    expect([...functions.keys()].toSorted((one, other) => one.localeCompare(other))).toEqual(functionNames);
  });

  it('use the same packages in the same versions as the product', async () => {
    const read = async (path: string | URL) =>
      JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;
    const product = await read(new URL('../../package.json', import.meta.url));
    const { zod, hpke, 'eventsource-parser': parser } = product['dependencies'] as Record<string, string>;
    const imports = {
      zod: `npm:zod@${zod}`,
      hpke: `npm:hpke@${hpke}`,
      'eventsource-parser': `npm:eventsource-parser@${parser}`,
    };
    for (const name of functionNames)
      expect({ name, ...(await read(configOf(name))) }).toEqual({ name, imports });
  });

  it('verify their callers themselves, as config.toml says', async () => {
    const config = await readFile(new URL('../config.toml', import.meta.url), 'utf8');
    const configured = [...config.matchAll(/^\[functions\.([\w-]+)\]\nverify_jwt = false$/gm)].map(
      ([, name]) => name,
    );
    expect(configured).toEqual(functionNames);
  });

  it.runIf(denoPath)(
    'type-check in Deno',
    async () => {
      expect(await checkTypes(functionNames)).toBe('');
    },
    // The compiler takes four seconds for all of them, and several times as long on a busy machine.
    60_000,
  );
});
