import { type StarterPlan, tiers } from '../../../../shared/domain/plans.ts';
import { comparisonRows } from './plan-values.ts';
import styles from './pricing.module.css';
import { planComparison, pricingTexts } from './texts.ts';

/** [PRICE-007] */
export function Comparison({ starter }: { readonly starter: StarterPlan }) {
  return (
    <section>
      <h2 id="plans-compared" className={styles.subtitle}>
        {planComparison.title}
      </h2>
      <table className={styles.table} aria-labelledby="plans-compared">
        <thead>
          <tr>
            <th scope="col">{planComparison.feature}</th>
            {tiers.map((tier) => (
              <th key={tier} scope="col">
                {pricingTexts.plans[tier].name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {comparisonRows(starter).map(([feature, ...values]) => (
            <tr key={feature}>
              <th scope="row">{planComparison.features[feature]}</th>
              {values.map((value, index) => (
                <td key={tiers[index]}>
                  <Value value={value} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Value({ value }: { readonly value: string | boolean }) {
  if (typeof value === 'string') return value;
  return (
    <>
      <span aria-hidden="true" className={value ? styles.yes : styles.no}>
        {value ? '✓' : '–'}
      </span>
      <span className="visually-hidden">{value ? planComparison.yes : planComparison.no}</span>
    </>
  );
}
