import { type Billing, billings } from '../../../../shared/domain/plans.ts';
import styles from './BillingSwitch.module.css';
import { pricingTexts as texts } from './texts.ts';

export interface BillingSwitchProps {
  readonly billing: Billing;
  readonly onChange: (billing: Billing) => void;
}

/** Monthly or annual [PRICE-006, PRICE-013]. */
export function BillingSwitch({ billing, onChange }: BillingSwitchProps) {
  return (
    <fieldset className={styles.switch}>
      <legend className="visually-hidden">{texts.billingLabel}</legend>
      {billings.map((option) => (
        <label key={option} className={styles.option}>
          <input
            type="radio"
            name="billing"
            className="visually-hidden"
            value={option}
            checked={option === billing}
            onChange={() => onChange(option)}
          />
          {texts.billings[option]}
          {option === 'annual' && <small className={styles.saving}>{texts.saving}</small>}
        </label>
      ))}
    </fieldset>
  );
}
