import { expect, it } from 'vitest';
import { screens } from './screens.ts';

it('the screens have different names that are valid folder names', () => {
  const names = screens.map(({ name }) => name);
  expect(names.length).toBeGreaterThanOrEqual(60);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z-]+$/);
});
