import { type Billing, prices, type StarterPlan, type Tier } from '../../../shared/domain/plans.ts';
import { planFacts, professionalPoints, starterPoints } from '../../lib/plan-texts.ts';
import styles from './Checkout.module.css';
import { checkoutTexts as texts } from './texts.ts';

interface PlanSummaryProps {
  readonly tier: Tier;
  readonly billing: Billing;
  readonly starter: StarterPlan;
}

export function PlanSummary({ tier, billing, starter }: PlanSummaryProps) {
  const price = prices[tier][billing];
  return (
    <aside className={styles.summary} aria-label={texts.summary}>
      <h2 className={styles.plan}>{texts.tiers[tier]}</h2>
      <p className={styles.price} data-figures>
        <strong>${price}</strong> {price === 0 ? texts.free : texts.periods[billing]}
      </p>
      {price > 0 && <p className={styles.billing}>{texts.billings[billing]}</p>}
      <ul className={styles.points}>
        {(tier === 'starter' ? starterPoints(starter) : professionalPoints()).map((point) => (
          <li key={point}>{point}</li>
        ))}
        {price > 0 && <li>{planFacts.moneyBack()}</li>}
      </ul>
    </aside>
  );
}
