import { describe, expect, it } from 'vitest';
import { prices, readBilling, readTier } from './plans.ts';

describe('plans', () => {
  it('cost nothing or 25 dollars a month and 250 a year [PRICE-004, PRICE-005, PRICE-006]', () => {
    expect(prices).toEqual({
      starter: { monthly: 0, annual: 0 },
      professional: { monthly: 25, annual: 250 },
    });
  });

  it.each(['Professional', 'pro', '', ' starter', 'toString', null])(
    'are not addressed by %j [PRICE-022, CHECKOUT-003]',
    (value) => {
      expect(readTier(value)).toBeNull();
      expect(readBilling(value)).toBe('monthly');
    },
  );

  it('are addressed by their words [PRICE-002, PRICE-006]', () => {
    expect([readTier('starter'), readTier('professional')]).toEqual(['starter', 'professional']);
    expect([readBilling('monthly'), readBilling('annual')]).toEqual(['monthly', 'annual']);
  });
});
