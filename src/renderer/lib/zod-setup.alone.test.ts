import { expect, it } from 'vitest';
import './zod-setup.ts';

it('prevents zod from compiling, whenever it loads', async () => {
  const { globalConfig } = await import('zod/v4/core');
  expect(globalConfig.jitless).toBe(true);
});
