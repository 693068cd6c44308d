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
