import { expect, it } from 'vitest';
// Imports the real cost: the tests only replace imports of `./password-cost.ts` (vitest.config.ts).
import { passwordCost } from '../auth/password-cost.ts';
import { passwordCost as costInTests } from './password-cost.ts';

it('has the same cost as the hosted service, and a lower cost only in tests', () => {
  expect(passwordCost).toBe(10);
  expect(costInTests).toBeLessThan(passwordCost);
});
