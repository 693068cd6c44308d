import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { limits } from '../../src/service/rest/limits.ts';

it('limits the rows of a response on a hosted project as the embedded service does', async () => {
  const config = await readFile(new URL('../config.toml', import.meta.url), 'utf8');
  const [, api = ''] = /^\[api\]\n(.*?)^\[/ms.exec(config) ?? [];
  expect(api).toContain(`max_rows = ${limits.rows}\n`);
  expect(api).toContain('schemas = ["public"]');
});
