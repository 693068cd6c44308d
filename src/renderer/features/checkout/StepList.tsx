import styles from './Checkout.module.css';
import { checkoutTexts as texts } from './texts.ts';
import { type Step, steps } from './use-step.ts';

export interface StepListProps {
  readonly current: Step;
  /** Starter has nothing to pay [CHECKOUT-026]. */
  readonly hasPayment: boolean;
}

/** The steps, and which of them one is at [CHECKOUT-004]. */
export function StepList({ current, hasPayment }: StepListProps) {
  const shown = steps.filter((step) => hasPayment || step !== 'payment');
  return (
    <ol className={styles.steps} aria-label={texts.stepsLabel}>
      {shown.map((step, index) => (
        <li
          key={step}
          aria-current={step === current ? 'step' : undefined}
          data-done={index < shown.indexOf(current) || undefined}
        >
          {texts.steps[step]}
        </li>
      ))}
    </ol>
  );
}
