import { useEffect, useRef, useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { type Billing, readBilling, readTier, type Tier } from '../../../shared/domain/plans.ts';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { paths, signUpPath } from '../../lib/paths.ts';
import { checkoutPath, planPath } from '../../lib/plan-paths.ts';
import { useSession } from '../../lib/session.tsx';
import { useStarterPlan } from '../../lib/starter-plan.ts';
import { getSupabase } from '../../lib/supabase.ts';
import { usePage } from '../../lib/use-page.ts';
import styles from './Checkout.module.css';
import { ConfirmationStep } from './ConfirmationStep.tsx';
import { DetailsStep } from './DetailsStep.tsx';
import { PaymentStep } from './PaymentStep.tsx';
import { PlanSummary } from './PlanSummary.tsx';
import {
  checkoutTexts as texts,
  confirmationTexts,
  detailsTexts,
  guestTexts,
  paymentTexts,
} from './texts.ts';
import { useHasProfessional } from './use-has-professional.ts';
import { type CheckoutStep, checkoutSteps, useStep } from './use-step.ts';
import type { CheckoutDetails } from './validation.ts';

/** The URL contains the plan [CHECKOUT-002, CHECKOUT-003]. */
export function CheckoutPage() {
  const [parameters] = useSearchParams();
  const tier = readTier(parameters.get('tier')) ?? 'starter';
  const billing = readBilling(parameters.get('billing'));
  // If the plan changes, checkout restarts at the first step.
  return <Checkout key={`${tier} ${billing}`} tier={tier} billing={billing} />;
}

function Checkout({ tier, billing }: { readonly tier: Tier; readonly billing: Billing }) {
  const pageHeading = usePage(texts.title);
  const { user } = useSession();
  const navigate = useNavigate();
  // Guests can't have a plan, so the page offers to create an account before they type anything.
  const isGuest = user?.isAnonymous === true;
  const { step, go } = useStep();
  const areOff = usePaymentsOff();
  const hasProfessional = useHasProfessional(tier === 'professional' && !isGuest ? user?.id : undefined);
  const starter = useStarterPlan();
  const [details, setDetails] = useState<CheckoutDetails>(() => ({
    name: user?.name ?? '',
    email: user?.email ?? '',
    address: '',
    city: '',
    zipCode: '',
    country: '',
  }));

  const stepHeading = useRef<HTMLHeadingElement>(null);
  const shownStep = useRef(step);
  useEffect(() => {
    if (shownStep.current === step) return;
    shownStep.current = step;
    stepHeading.current?.focus();
  }, [step]);

  if (hasProfessional) return <Navigate to={planPath} replace />;

  const headings = {
    details: detailsTexts.title,
    payment: paymentTexts.title,
    confirmation: confirmationTexts.title[tier],
  };
  return (
    <div className={styles.page}>
      <div className={styles.top}>
        <Button
          look="plain"
          onClick={() => (step === 'details' ? void navigate(paths.pricing) : go('details'))}
        >
          ← {texts.back}
        </Button>
        <h1 ref={pageHeading} tabIndex={-1} className={styles.title}>
          {texts.title}
        </h1>
        {!isGuest && <StepList current={step} hasPayment={tier === 'professional'} />}
      </div>
      <div className={styles.columns}>
        <section className={styles.step} aria-labelledby="checkout-step">
          <h2 id="checkout-step" ref={stepHeading} tabIndex={-1} className={styles.heading}>
            {isGuest ? guestTexts.title : headings[step]}
          </h2>
          {isGuest && (
            <div className={styles.form}>
              <p className={styles.lead}>{guestTexts.lead}</p>
              <div className={styles.actions}>
                <ButtonLink to={signUpPath(checkoutPath(tier, billing))} size="large">
                  {guestTexts.action}
                </ButtonLink>
              </div>
            </div>
          )}
          {!isGuest && step === 'details' && (
            <DetailsStep
              tier={tier}
              details={details}
              isOff={areOff}
              onSubmit={(entered) => {
                setDetails(entered);
                go(tier === 'starter' ? 'confirmation' : 'payment');
              }}
            />
          )}
          {!isGuest && step === 'payment' && (
            // Replaces the history entry, so that Back doesn't open a form that would pay again.
            <PaymentStep
              billing={billing}
              isOff={areOff}
              onPaid={() => go('confirmation', { replace: true })}
            />
          )}
          {!isGuest && step === 'confirmation' && <ConfirmationStep tier={tier} starter={starter} />}
        </section>
        <PlanSummary tier={tier} billing={billing} starter={starter} />
      </div>
    </div>
  );
}

interface StepListProps {
  readonly current: CheckoutStep;
  /** Starter has no payment [CHECKOUT-026]. */
  readonly hasPayment: boolean;
}

/** The current step is marked [CHECKOUT-004]. */
function StepList({ current, hasPayment }: StepListProps) {
  const shown = checkoutSteps.filter((step) => hasPayment || step !== 'payment');
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

/** False until the setting is known. The service checks the setting again when it records the plan. */
function usePaymentsOff(): boolean {
  const [areOff, setAreOff] = useState(false);
  useEffect(() => {
    let isGone = false;
    readPaymentsOff().then(
      (known) => !isGone && setAreOff(known),
      // If the setting is unknown, show the form, because the service decides when it records the plan.
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, []);
  return areOff;
}

async function readPaymentsOff(): Promise<boolean> {
  const client = await getSupabase();
  const { data } = await client
    .from('system_settings')
    .select('setting_value')
    .eq('setting_key', 'payments_mode')
    .maybeSingle()
    .throwOnError();
  return data?.setting_value !== 'simulated';
}
