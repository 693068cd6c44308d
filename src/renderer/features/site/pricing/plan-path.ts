import type { Billing, Tier } from '../../../../shared/domain/plans.ts';
import { paths, signInPath, signUpPath } from '../../../lib/paths.ts';
import { checkoutPath, planQuery } from '../../../lib/plan-paths.ts';

/** Sign-in returns to this page with the selected plan [PRICE-002]. */
const selectedPath = (tier: Tier, billing: Billing): string =>
  `${paths.pricing}?${planQuery('selected', tier, billing)}`;

/** Returns the link of a plan's card [PRICE-014, PRICE-015, PRICE-018, PRICE-019]. */
export function cardPath(tier: Tier, billing: Billing, isSignedIn: boolean): string {
  if (tier === 'starter') return isSignedIn ? paths.chat : signUpPath(paths.chat);
  return isSignedIn ? checkoutPath(tier, billing) : signInPath(selectedPath(tier, billing));
}

/** Returns the link of a plan's other buttons [PRICE-016, PRICE-017]. */
export function pagePath(tier: Tier, billing: Billing, isSignedIn: boolean): string {
  if (isSignedIn) return cardPath(tier, billing, true);
  return signUpPath(selectedPath(tier, billing));
}
