import { expect, it } from 'vitest';
import './zod-setup.ts';

it('keeps zod from compiling, whenever it is loaded', async () => {
  const { globalConfig } = await import('zod/v4/core');
  expect(globalConfig.jitless).toBe(true);
});
