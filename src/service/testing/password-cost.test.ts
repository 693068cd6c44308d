import { expect, it } from 'vitest';
// The one that the service is built with: the suites replace what is imported from within its own room alone.
import { passwordCost } from '../auth/password-cost.ts';
import { passwordCost as costInTests } from './password-cost.ts';

it('hashes with the work of hosted, and with less in the suites alone', () => {
  expect(passwordCost).toBe(10);
  expect(costInTests).toBeLessThan(passwordCost);
});
