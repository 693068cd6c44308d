/** The plans by their names in URLs [PRICE-003]. */
export const tiers = ['starter', 'professional'] as const;
export type Tier = (typeof tiers)[number];

/** The billing periods [PRICE-006]. */
export const billings = ['monthly', 'annual'] as const;
export type Billing = (typeof billings)[number];

/** US dollars for one period [PRICE-004, PRICE-005]. */
export const prices: Readonly<Record<Tier, Readonly<Record<Billing, number>>>> = {
  starter: { monthly: 0, annual: 0 },
  professional: { monthly: 25, annual: 250 },
};

/** Reads a tier from a URL. Null if it is not valid [PRICE-022]. */
export const readTier = (value: string | null): Tier | null => tiers.find((tier) => tier === value) ?? null;

/** Reads a billing period from a URL. Monthly if it is not valid [CHECKOUT-003]. */
export const readBilling = (value: string | null): Billing =>
  billings.find((billing) => billing === value) ?? 'monthly';

export interface StarterPlan {
  readonly messagesPerDay: number;
  readonly models: number;
  readonly historyHours: number;
}

export const defaultStarterPlan: StarterPlan = { messagesPerDay: 3, models: 2, historyHours: 24 };

/** The settings that override these defaults. */
export const starterSettings = {
  messagesPerDay: 'starter_messages_per_day',
  models: 'starter_models',
  historyHours: 'starter_history_hours',
} as const satisfies Record<keyof StarterPlan, string>;

/** Builds Starter from `system_settings`. A value that is not a plain number counts as missing, as in the database. */
export function starterPlanOf(
  rows: readonly { readonly setting_key: string; readonly setting_value: string }[],
): StarterPlan {
  const read = (part: keyof StarterPlan) => {
    const value = rows.find(({ setting_key }) => setting_key === starterSettings[part])?.setting_value ?? '';
    return /^\d{1,9}$/.test(value) ? Number(value) : defaultStarterPlan[part];
  };
  return {
    messagesPerDay: read('messagesPerDay'),
    models: read('models'),
    historyHours: read('historyHours'),
  };
}

/** A paid plan can be refunded within this many days [PRICE-011]. */
export const moneyBackDays = 14;
