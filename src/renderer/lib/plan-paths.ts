import type { Billing, Tier } from '../../shared/domain/plans.ts';
import { paths } from './paths.ts';

export const planPath = `${paths.account}#plan`;

/** Returns the URL query for a plan. Monthly billing is the default [PRICE-013]. */
export const planQuery = (name: 'tier' | 'selected', tier: Tier, billing: Billing): string =>
  `${name}=${tier}${billing === 'annual' ? '&billing=annual' : ''}`;

/** [PRICE-014, PRICE-020] */
export const checkoutPath = (tier: Tier, billing: Billing): string =>
  `${paths.checkout}?${planQuery('tier', tier, billing)}`;
