import { useState } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { type Billing, readBilling, readTier, tiers } from '../../../../shared/domain/plans.ts';
import { ButtonLink } from '../../../components/Button.tsx';
import { checkoutPath } from '../../../lib/paths.ts';
import { useStarterPlan } from '../../../lib/starter-plan.ts';
import { useSession } from '../../../lib/session.tsx';
import { usePage } from '../../../lib/use-page.ts';
import { BillingSwitch } from './BillingSwitch.tsx';
import { Comparison } from './Comparison.tsx';
import { pagePath } from './plan-path.ts';
import { PlanCard } from './PlanCard.tsx';
import styles from './PricingPage.module.css';
import { Questions } from './Questions.tsx';
import { Quotes } from './Quotes.tsx';
import { closing, pricingTexts as texts } from './texts.ts';

/** The two plans and the ways to each [PRICE-001..022]. */
export function PricingPage() {
  const [parameters] = useSearchParams();
  const selected = readTier(parameters.get('selected'));
  const given = readBilling(parameters.get('billing'));
  const isSignedIn = useSession().status === 'signed-in';
  // Whoever comes back signed in has chosen already [PRICE-020].
  if (isSignedIn && selected) return <Navigate to={checkoutPath(selected, given)} replace />;
  return <Plans isSignedIn={isSignedIn} initialBilling={given} />;
}

interface PlansProps {
  readonly isSignedIn: boolean;
  readonly initialBilling: Billing;
}

function Plans({ isSignedIn, initialBilling }: PlansProps) {
  const heading = usePage(texts.title);
  const starter = useStarterPlan();
  const [billing, setBilling] = useState<Billing>(initialBilling);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {texts.title}
        </h1>
        <p className={styles.lead}>{texts.lead}</p>
        <BillingSwitch billing={billing} onChange={setBilling} />
      </header>
      <div>
        <ul className={styles.plans}>
          {tiers.map((tier) => (
            <PlanCard key={tier} tier={tier} billing={billing} isSignedIn={isSignedIn} starter={starter} />
          ))}
        </ul>
        <p className={styles.payment}>{texts.payment}</p>
      </div>
      <Comparison starter={starter} />
      <Questions />
      <Quotes />
      <section className={styles.closing}>
        <h2>{closing.title}</h2>
        <p>{closing.lead}</p>
        <div className={styles.actions}>
          <ButtonLink to={pagePath('professional', billing, isSignedIn)} size="large">
            {closing.professional}
          </ButtonLink>
          <ButtonLink to={pagePath('starter', billing, isSignedIn)} size="large" look="outlined">
            {closing.starter}
          </ButtonLink>
        </div>
      </section>
    </div>
  );
}
