import { type Billing, prices, type Tier } from '../../../shared/domain/plans.ts';
import styles from './Checkout.module.css';
import { checkoutTexts as texts } from './texts.ts';

/** What is being chosen, and what it costs. */
export function PlanSummary({ tier, billing }: { readonly tier: Tier; readonly billing: Billing }) {
  const price = prices[tier][billing];
  return (
    <aside className={styles.summary} aria-label={texts.summary}>
      <h2 className={styles.plan}>{texts.tiers[tier]}</h2>
      <p className={styles.price} data-figures>
        <strong>${price}</strong> {price === 0 ? texts.free : texts.periods[billing]}
      </p>
      {price > 0 && <p className={styles.billing}>{texts.billings[billing]}</p>}
      <ul className={styles.points}>
        {texts.points[tier].map((point) => (
          <li key={point}>{point}</li>
        ))}
        {price > 0 && <li>{texts.guarantee}</li>}
      </ul>
    </aside>
  );
}
