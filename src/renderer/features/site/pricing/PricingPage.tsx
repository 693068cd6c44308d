import { useState } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { type Billing, billings, readBilling, readTier, tiers } from '../../../../shared/domain/plans.ts';
import { ButtonLink } from '../../../components/Button.tsx';
import { checkoutPath } from '../../../lib/plan-paths.ts';
import { useStarterPlan } from '../../../lib/starter-plan.ts';
import { useSession } from '../../../lib/session.tsx';
import type { Plan } from '../../../lib/session-user.ts';
import { usePage } from '../../../lib/use-page.ts';
import { SampleNote } from '../landing/Section.tsx';
import { Comparison } from './Comparison.tsx';
import { pagePath } from './plan-path.ts';
import { PlanCard } from './PlanCard.tsx';
import styles from './pricing.module.css';
import { listQuestions } from './questions.ts';
import { closingTexts, pricingTexts as texts, questions, sampleQuotes } from './texts.ts';

/** [PRICE-001..022] */
export function PricingPage() {
  const [parameters] = useSearchParams();
  const selected = readTier(parameters.get('selected'));
  const requestedBilling = readBilling(parameters.get('billing'));
  const { status, user } = useSession();
  const isSignedIn = status === 'signed-in';
  // Users who return from sign-in have already selected a plan [PRICE-020].
  if (isSignedIn && selected) return <Navigate to={checkoutPath(selected, requestedBilling)} replace />;
  return <Plans isSignedIn={isSignedIn} current={user?.plan ?? null} initialBilling={requestedBilling} />;
}

interface PlansProps {
  readonly isSignedIn: boolean;
  /** Null for visitors. */
  readonly current: Plan | null;
  readonly initialBilling: Billing;
}

function Plans({ isSignedIn, current, initialBilling }: PlansProps) {
  const heading = usePage(texts.title);
  const starter = useStarterPlan();
  const [billing, setBilling] = useState<Billing>(initialBilling);
  const hasPlan = current !== null && current !== 'guest';
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
            <PlanCard
              key={tier}
              tier={tier}
              billing={billing}
              isSignedIn={isSignedIn}
              isCurrent={tier === current}
              hasPlan={hasPlan}
              starter={starter}
            />
          ))}
        </ul>
        <p className={styles.payment}>{texts.payment}</p>
      </div>
      <Comparison starter={starter} />
      <Questions />
      <Quotes />
      <section className={styles.closing}>
        <h2>{closingTexts.title}</h2>
        <p>{closingTexts.lead}</p>
        <div className={styles.actions}>
          {current !== 'professional' && (
            <ButtonLink to={pagePath('professional', billing, isSignedIn)} size="large">
              {closingTexts.professional}
            </ButtonLink>
          )}
          <ButtonLink to={pagePath('starter', billing, isSignedIn)} size="large" look="outlined">
            {hasPlan ? texts.openChat : closingTexts.starter}
          </ButtonLink>
        </div>
      </section>
    </div>
  );
}

interface BillingSwitchProps {
  readonly billing: Billing;
  readonly onChange: (billing: Billing) => void;
}

/** [PRICE-006, PRICE-013] */
function BillingSwitch({ billing, onChange }: BillingSwitchProps) {
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

/** `details` opens without JavaScript, and the browser's search finds closed answers [PRICE-008]. */
function Questions() {
  return (
    <section>
      <h2 className={styles.subtitle}>{questions.title}</h2>
      <div className={styles.questions}>
        {listQuestions().map(({ question, answer }) => (
          <details key={question}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}

/** [PRICE-009] */
function Quotes() {
  return (
    <section>
      <h2 className={styles.subtitle}>{sampleQuotes.title}</h2>
      <ul className={styles.quotes}>
        {sampleQuotes.entries.map(({ text, author }) => (
          <li key={text}>
            <figure>
              <blockquote>{text}</blockquote>
              <figcaption>
                {author}
                {sampleQuotes.sample && <SampleNote text={sampleQuotes.note} />}
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}
