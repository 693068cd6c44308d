import { describe, expect, it } from 'vitest';
import { defaultStarterPlan, prices, readBilling, readTier, starterPlanOf } from './plans.ts';

describe('plans', () => {
  it('cost nothing or 25 dollars a month and 250 a year [PRICE-004, PRICE-005, PRICE-006]', () => {
    expect(prices).toEqual({
      starter: { monthly: 0, annual: 0 },
      professional: { monthly: 25, annual: 250 },
    });
  });

  it.each(['Professional', 'pro', '', ' starter', 'toString', null])(
    'are not found by %j [PRICE-022, CHECKOUT-003]',
    (value) => {
      expect(readTier(value)).toBeNull();
      expect(readBilling(value)).toBe('monthly');
    },
  );

  it('have their names in URLs [PRICE-002, PRICE-006]', () => {
    expect([readTier('starter'), readTier('professional')]).toEqual(['starter', 'professional']);
    expect([readBilling('monthly'), readBilling('annual')]).toEqual(['monthly', 'annual']);
  });
});

describe('Starter', () => {
  const row = (setting_key: string, setting_value: string) => ({ setting_key, setting_value });

  it('has 3 messages a day, 2 models and 24 hours of history by default', () => {
    expect(starterPlanOf([])).toEqual({ messagesPerDay: 3, models: 2, historyHours: 24 });
  });

  it('has the values of the settings', () => {
    const rows = [row('starter_messages_per_day', '5'), row('starter_models', '0'), row('other', '9')];
    expect(starterPlanOf(rows)).toEqual({ messagesPerDay: 5, models: 0, historyHours: 24 });
  });

  it.each(['', 'many', '-1', '1.5', ' 4', '1234567890'])(
    'treats the setting %j as missing, like the database',
    (value) => {
      expect(starterPlanOf([row('starter_messages_per_day', value)])).toEqual(defaultStarterPlan);
    },
  );
});
