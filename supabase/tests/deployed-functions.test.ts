import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { functions } from '../../src/service/functions/registry.ts';
import { checkTypes, configOf, deno, functionNames } from './testing/deno.ts';

describe('the functions that are deployed', () => {
  it('are the ones that the embedded service runs', () => {
    expect([...functions.keys()].toSorted((one, other) => one.localeCompare(other))).toEqual(functionNames);
  });

  it('name the same packages in the same versions as the product', async () => {
    const read = async (path: string | URL) =>
      JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;
    const product = await read(new URL('../../package.json', import.meta.url));
    const { zod, 'eventsource-parser': parser } = product['dependencies'] as Record<string, string>;
    const imports = { zod: `npm:zod@${zod}`, 'eventsource-parser': `npm:eventsource-parser@${parser}` };
    for (const name of functionNames)
      expect({ name, ...(await read(configOf(name))) }).toEqual({ name, imports });
  });

  it('verify their callers themselves, as the project that they are deployed to is told', async () => {
    const config = await readFile(new URL('../config.toml', import.meta.url), 'utf8');
    const told = [...config.matchAll(/^\[functions\.([\w-]+)\]\nverify_jwt = false$/gm)].map(
      ([, name]) => name,
    );
    expect(told).toEqual(functionNames);
  });

  it.runIf(deno)(
    'are well typed in Deno',
    async () => {
      expect(await checkTypes(functionNames)).toBe('');
    },
    // Its compiler takes four seconds for all of them, and several times that on a busy machine.
    60_000,
  );
});
