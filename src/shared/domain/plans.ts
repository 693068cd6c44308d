/** The plans that are offered, by the word that addresses carry [PRICE-003]. */
export const tiers = ['starter', 'professional'] as const;
export type Tier = (typeof tiers)[number];

/** [PRICE-006] */
export const billings = ['monthly', 'annual'] as const;
export type Billing = (typeof billings)[number];

/** Whole US dollars for one period [PRICE-004, PRICE-005]. */
export const prices: Readonly<Record<Tier, Readonly<Record<Billing, number>>>> = {
  starter: { monthly: 0, annual: 0 },
  professional: { monthly: 25, annual: 250 },
};

/** A tier as an address gave it; null for anything that is none [PRICE-022]. */
export const readTier = (value: string | null): Tier | null => tiers.find((tier) => tier === value) ?? null;

/** A billing period as an address gave it; monthly for anything that is none [CHECKOUT-003]. */
export const readBilling = (value: string | null): Billing =>
  billings.find((billing) => billing === value) ?? 'monthly';

/** What the plan Starter includes. */
export interface StarterPlan {
  readonly messagesPerDay: number;
  readonly models: number;
  readonly historyHours: number;
}

/** The documents' values [ROLE-013, ROLE-014, ROLE-015], which hold where the installation has set no others. */
export const documentedStarter: StarterPlan = { messagesPerDay: 3, models: 2, historyHours: 24 };

/** The settings that the service enforces, by the part of the plan that each sets. */
export const starterSettings = {
  messagesPerDay: 'starter_messages_per_day',
  models: 'starter_models',
  historyHours: 'starter_history_hours',
} as const satisfies Record<keyof StarterPlan, string>;

/** Starter by the rows of `system_settings`. A value that is no plain number counts as missing, as in the database. */
export function starterOf(
  rows: readonly { readonly setting_key: string; readonly setting_value: string }[],
): StarterPlan {
  const read = (part: keyof StarterPlan) => {
    const value = rows.find(({ setting_key }) => setting_key === starterSettings[part])?.setting_value ?? '';
    return /^\d{1,9}$/.test(value) ? Number(value) : documentedStarter[part];
  };
  return {
    messagesPerDay: read('messagesPerDay'),
    models: read('models'),
    historyHours: read('historyHours'),
  };
}

/** Days in which a paid plan can be given back [PRICE-011]. */
export const moneyBackDays = 14;
