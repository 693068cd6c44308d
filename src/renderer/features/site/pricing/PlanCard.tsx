import { type Billing, prices, type StarterPlan, type Tier } from '../../../../shared/domain/plans.ts';
import { ButtonLink } from '../../../components/Button.tsx';
import { planPath } from '../../../lib/plan-paths.ts';
import { planFacts } from '../../../lib/plan-texts.ts';
import { cardPath } from './plan-path.ts';
import { pointsOf, priceOf } from './plan-values.ts';
import styles from './pricing.module.css';
import { pricingTexts as texts } from './texts.ts';

interface PlanCardProps {
  readonly tier: Tier;
  readonly billing: Billing;
  readonly isSignedIn: boolean;
  readonly isCurrent: boolean;
  /** False for visitors and guests. */
  readonly hasPlan: boolean;
  readonly starter: StarterPlan;
}

/** [PRICE-003, PRICE-004, PRICE-005] */
export function PlanCard({ tier, billing, isSignedIn, isCurrent, hasPlan, starter }: PlanCardProps) {
  const plan = texts.plans[tier];
  // Professional can't be bought twice.
  const isManaged = isCurrent && tier === 'professional';
  const own = tier === 'starter' ? texts.openChat : plan.action;
  return (
    <li className={styles.plan} data-main={tier === 'professional' || undefined}>
      <div>
        <div className={styles.heading}>
          <h2 className={styles.name}>{plan.name}</h2>
          {isCurrent && <span className={styles.current}>{texts.current}</span>}
        </div>
        <p className={styles.for}>{plan.lead}</p>
      </div>
      <p className={styles.price} data-figures>
        <strong>{priceOf(prices[tier][billing])}</strong> {plan.periods[billing]}
      </p>
      <ul className={styles.points}>
        {pointsOf(tier, starter).map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <div className={styles.action}>
        <ButtonLink
          to={isManaged ? planPath : cardPath(tier, billing, isSignedIn)}
          look={tier === 'starter' || isManaged ? 'outlined' : 'filled'}
          size="large"
          isWide
        >
          {isManaged ? texts.manage : hasPlan ? own : plan.action}
        </ButtonLink>
        <p className={styles.note}>{tier === 'starter' ? texts.noCard : planFacts.moneyBack()}</p>
      </div>
    </li>
  );
}
