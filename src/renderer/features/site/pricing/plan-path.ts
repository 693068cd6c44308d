import type { Billing, Tier } from '../../../../shared/domain/plans.ts';
import { checkoutPath, paths, planQuery, signInPath, signUpPath } from '../../../lib/paths.ts';

/** This page with a plan chosen, to come back to after signing in [PRICE-002]. */
const selectedPath = (tier: Tier, billing: Billing): string =>
  `${paths.pricing}?${planQuery('selected', tier, billing)}`;

/** Where the button on a plan's card leads [PRICE-014, PRICE-015, PRICE-018, PRICE-019]. */
export function cardPath(tier: Tier, billing: Billing, isSignedIn: boolean): string {
  if (tier === 'starter') return isSignedIn ? paths.chat : signUpPath(paths.chat);
  return isSignedIn ? checkoutPath(tier, billing) : signInPath(selectedPath(tier, billing));
}

/** Where every other control of the page leads [PRICE-016, PRICE-017]. */
export function pagePath(tier: Tier, billing: Billing, isSignedIn: boolean): string {
  if (isSignedIn) return cardPath(tier, billing, true);
  return signUpPath(selectedPath(tier, billing));
}
